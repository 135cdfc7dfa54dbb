import * as v from 'valibot'
import { Id, Instant, line, visible } from './primitives/values'

/** POST /api/auth/ */
export const Credentials = v.object({
  username: v.pipe(v.string(), v.maxLength(256)),
  password: v.pipe(v.string(), v.maxLength(1024)),
})
export type Credentials = v.InferOutput<typeof Credentials>

export const Token = v.object({ token: v.string() })

// HTML's own pattern of an email field, with a domain of two parts or more.
const addressPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$/
// The same, and letters of every script: earlier versions took such addresses.
const keptPattern =
  /^[\w.!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]{1,64}@(?:[a-zA-Z0-9\u0080-\u{10ffff}-]{1,63}\.)+[a-zA-Z0-9\u0080-\u{10ffff}-]{1,63}$/u
const passwordPattern = /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)(?=.*[^\p{L}\d\s]).{8,}$/su

const address = (pattern: RegExp) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Email should not be empty'),
    v.maxLength(254, 'Please input correct email'),
    v.regex(pattern, 'Please input correct email'),
  )

/** An address that an account may be given: of two that differ, mails go to different places. */
export const Email = address(addressPattern)

/** An address that an account may have from earlier, and mails may be sent to. */
export const KeptEmail = address(keptPattern)

export const Password = v.pipe(
  v.string(),
  v.maxLength(1024, 'At most 1024 characters'),
  v.regex(
    passwordPattern,
    'Password must be at least 8 characters long and include at least one letter, one number and one symbol',
  ),
)

const alphabets = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u, /\p{sc=Cherokee}/u]

/** Refuses a name that may be another's in letters that look alike. */
const oneAlphabet = v.check<string, string>(
  (name) => alphabets.filter((alphabet) => alphabet.test(name)).length <= 1,
  'Letters of different alphabets cannot be mixed',
)

/** Refuses letters in full width, ligatures and the like, which may be another's name in their usual form. */
const usualForms = v.check<string, string>(
  (name) => name.normalize('NFKC') === name,
  'Special forms of letters, such as ａ or ﬁ, are not allowed',
)

/** Refuses what makes another name look the same. Joiners have a use within words, and some emoji are one with the character behind them. */
const nothingUnseen = v.check<string, string>(
  (name) =>
    !/[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u.test(
      name.replace(/\p{Extended_Pictographic}\uFE0F|[\u200C\u200D]/gu, ''),
    ),
  'Characters that nobody sees are not allowed',
)

/** A name that nobody sees is none. */
const DisplayName = v.pipe(
  line(150),
  v.transform((name) => (/[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : '')),
)

const initialsMessage = 'Initials must less than 4 characters'

const registration = {
  username: v.pipe(line(150), visible('Username should not be empty'), oneAlphabet, usualForms, nothingUnseen),
  password: Password,
  first_name: v.pipe(line(150), visible('First name should not be empty')),
  last_name: v.pipe(line(150), visible('Last name should not be empty')),
  email: Email,
  initials: v.optional(line(3, initialsMessage), ''),
  display_name: v.optional(DisplayName, ''),
}

/** POST /api/account/register/ */
export const Registration = v.object(registration)
export type Registration = v.InferOutput<typeof Registration>

/** GET /api/setup/ : what a new server tells whoever sets it up. */
export const SetupState = v.object({
  /** it waits for its first account; false for good once there is one */
  is_open: v.boolean(),
  /** where the links in mails and embeds lead; null where nobody has said it */
  public_url: v.nullable(v.string()),
})
export type SetupState = v.InferOutput<typeof SetupState>

/** POST /api/setup/ */
export const SetupInput = v.object({
  ...registration,
  /** the one that the server has printed */
  code: v.pipe(v.string(), v.trim(), v.nonEmpty('Please type the code'), v.maxLength(100, 'This is not the code')),
})
export type SetupInput = v.InferOutput<typeof SetupInput>

/** GET /api/user_profile/get/ */
export const Profile = v.object({
  id: Id,
  username: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  display_name: v.string(),
  /** display_name, or first and last name where it is empty */
  cached_display_name: v.string(),
  initials: v.string(),
  /** boards show the initials in place of the name, where there are any */
  prefer_initials: v.optional(v.boolean()),
  ifpa_id: v.nullable(v.string()),
  /** address of the picture */
  profile_picture: v.nullable(v.string()),
  /** until when the account works without its address confirmed; null once it is */
  verify_before: v.optional(v.nullable(Instant)),
  /** may change what runs on this server */
  is_operator: v.optional(v.boolean()),
})
export type Profile = v.InferOutput<typeof Profile>

/** Yes or no, which form data spells as text. */
const FormFlag = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ],
  'true or false is expected',
)

/** The fields of PATCH /api/user_profile/update/ besides `profile_picture`, a file; those that are not sent stay as they are. */
export const ProfileInput = v.partial(
  v.object({
    display_name: DisplayName,
    first_name: v.pipe(line(150), visible('First name should not be empty')),
    last_name: v.pipe(line(150), visible('Last name should not be empty')),
    initials: v.pipe(line(3, initialsMessage), visible(initialsMessage)),
    prefer_initials: FormFlag,
    /** the player's number in the pinball federation; none when empty */
    ifpa_id: v.pipe(line(256), v.regex(/^\d{0,10}$/, 'A federation number has digits only, 10 at most')),
  }),
)
export type ProfileInput = v.InferOutput<typeof ProfileInput>

/** Another user as anyone may see them: never an email. */
export const PublicUser = v.object({
  id: Id,
  username: v.string(),
  cached_display_name: v.string(),
  initials: v.string(),
  profile_picture: v.nullable(v.string()),
})
export type PublicUser = v.InferOutput<typeof PublicUser>

/** GET /api/user/{id}/ and the search */
export const User = v.object({
  ...PublicUser.entries,
  /** first and last name where they are what others see anyway, or one's own; else empty */
  first_name: v.string(),
  last_name: v.string(),
  display_name: v.string(),
  /** one's own only */
  email: v.optional(v.string()),
  user_roles: v.array(v.object({ user: Id, role: v.literal('owner') })),
})
export type User = v.InferOutput<typeof User>

/** Who holds which role on an entity; its creator is the owner. */
export const UserRole = v.object({ user: PublicUser, role: v.literal('owner') })
export type UserRole = v.InferOutput<typeof UserRole>

/** One login of the signed-in user: a browser, or a program, that has a token. */
export const Login = v.object({
  id: Id,
  created_at: Instant,
  /** when it was last used, within an hour */
  used_at: Instant,
  /** such as `Firefox on Windows`; empty when that is not known */
  device: v.string(),
  /** the one that asks */
  is_current: v.boolean(),
})
export type Login = v.InferOutput<typeof Login>

/** Something that happened to the security of one's account. */
export const SecurityEvent = v.object({
  id: Id,
  /** the last time */
  happened_at: Instant,
  /** a few words in English, such as `login` */
  event: v.string(),
  /** it was tried, and refused */
  refused: v.boolean(),
  /** how often within an hour */
  times: v.number(),
  /** as of a Login */
  device: v.string(),
})
export type SecurityEvent = v.InferOutput<typeof SecurityEvent>

/** Who is signed in says once more who that is. */
const CurrentPassword = v.pipe(
  v.string(),
  v.nonEmpty('Please type your password'),
  v.maxLength(1024, 'Incorrect password!'),
)

/** POST /api/account/change-password/ */
export const PasswordChange = v.object({ password: CurrentPassword, new_password: Password })
export type PasswordChange = v.InferOutput<typeof PasswordChange>

/** POST /api/account/change-email/ */
export const EmailChange = v.object({ password: CurrentPassword, email: Email })
export type EmailChange = v.InferOutput<typeof EmailChange>

/** POST /api/account/delete/ */
export const AccountDeletion = v.object({ password: CurrentPassword })

/** POST /api/account/send-verification-email/ and /api/account/send-reset-password-link/ */
export const MailRequest = v.object({ email: KeptEmail })

/** What both answer, whether the address exists or not. */
export const MailAnswer = v.object({ detail: v.string() })

/** GET /api/account/verify/{token}/ and /api/account/reset-password/{token}/ : whose account a good link is for. */
export const VerifyLink = v.object({ username: v.string() })
export type VerifyLink = v.InferOutput<typeof VerifyLink>

/** POST /api/account/reset-password/ */
export const PasswordReset = v.object({ token: v.pipe(v.string(), v.trim(), v.maxLength(128)), password: Password })
export type PasswordReset = v.InferOutput<typeof PasswordReset>
