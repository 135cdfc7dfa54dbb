import { Email, KeptEmail, Password, ProfileInput, Registration } from '@multiball/shared/schema'
import * as v from 'valibot'

export interface RegistrationFields extends Record<Exclude<keyof Registration, 'initials' | 'display_name'>, string> {
  initials: string
  display_name: string
  /** the password once more */
  confirmation: string
}

export type RegistrationErrors = Partial<Record<keyof RegistrationFields, string>>

const { first_name, last_name, initials } = Registration.entries

/** What is wrong with an address that an account shall be given; undefined when nothing is. */
export const checkEmail = (email: string): string | undefined => refusal(Email, email)

/** The same for an address that an account has already, perhaps from an earlier version. */
export const checkKeptEmail = (email: string): string | undefined => refusal(KeptEmail, email)

export interface NewPassword {
  password: string
  /** the password once more */
  confirmation: string
}

/** What is wrong with a new password, by field. */
export const checkNewPassword = ({ password, confirmation }: NewPassword): Partial<NewPassword> =>
  onlyErrors({
    password: refusal(Password, password),
    confirmation: confirmation === password ? undefined : 'Please check password',
  })

export interface PasswordChangeFields extends NewPassword {
  /** the password so far */
  current: string
}

const missingPassword = 'Please type your password'

/** What is wrong with each field when the password is changed. */
export const checkPasswordChange = ({ current, ...fields }: PasswordChangeFields): Partial<PasswordChangeFields> =>
  onlyErrors({ current: current === '' ? missingPassword : undefined, ...checkNewPassword(fields) })

export interface EmailChangeFields {
  email: string
  password: string
}

/** What is wrong with each field when the address is changed. */
export const checkEmailChange = ({ email, password }: EmailChangeFields): Partial<EmailChangeFields> =>
  onlyErrors({ email: checkEmail(email), password: password === '' ? missingPassword : undefined })

export type ProfileFields = Required<Omit<ProfileInput, 'prefer_initials'>>

/** What is wrong with each field of a profile. */
export const checkProfile = (fields: ProfileFields): Partial<ProfileFields> =>
  onlyErrors({
    display_name: refusal(ProfileInput.entries.display_name, fields.display_name),
    first_name: refusal(ProfileInput.entries.first_name, fields.first_name),
    last_name: refusal(ProfileInput.entries.last_name, fields.last_name),
    initials: refusal(ProfileInput.entries.initials, fields.initials),
    ifpa_id: refusal(ProfileInput.entries.ifpa_id, fields.ifpa_id),
  })

/** What is wrong with each field. User name and display name are left to the server. */
export const checkRegistration = (fields: RegistrationFields): RegistrationErrors =>
  onlyErrors({
    email: checkEmail(fields.email),
    first_name: refusal(first_name, fields.first_name),
    last_name: refusal(last_name, fields.last_name),
    initials: refusal(initials, fields.initials),
    ...checkNewPassword(fields),
  })

function refusal(schema: v.GenericSchema, value: string): string | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true })
  return result.success ? undefined : result.issues[0].message
}

const onlyErrors = <Errors extends Record<string, string | undefined>>(errors: Errors): Partial<Errors> =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined)) as Partial<Errors>
