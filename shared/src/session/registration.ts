import { Email, Password, Registration } from '@multiball/shared/schema'
import * as v from 'valibot'

export interface RegistrationFields extends Record<Exclude<keyof Registration, 'initials' | 'display_name'>, string> {
  initials: string
  display_name: string
  /** the password once more */
  confirmation: string
}

export type RegistrationErrors = Partial<Record<keyof RegistrationFields, string>>

const { first_name, last_name, initials } = Registration.entries

/** What is wrong with each field. User name and display name are left to the server. */
export function checkRegistration(fields: RegistrationFields): RegistrationErrors {
  const errors: RegistrationErrors = {
    email: refusal(Email, fields.email),
    first_name: refusal(first_name, fields.first_name),
    last_name: refusal(last_name, fields.last_name),
    initials: refusal(initials, fields.initials),
    password: refusal(Password, fields.password),
    confirmation: fields.confirmation === fields.password ? undefined : 'Please check password',
  }
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined))
}

const refusal = (schema: v.GenericSchema, value: string) => {
  const result = v.safeParse(schema, value, { abortEarly: true })
  return result.success ? undefined : result.issues[0].message
}
