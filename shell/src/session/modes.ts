import * as v from 'valibot'

const modes = [
  'login',
  'register',
  'registerSuccess',
  'resend',
  'resendSuccess',
  'resetPassword',
  'resetPasswordSuccess',
] as const

/** What the login screen can show, one at a time. */
export type LoginMode = (typeof modes)[number]

export interface ModeProps {
  /** shows another mode, and a sentence that the server has for it */
  go(mode: LoginMode, sentence?: string): void
  /** called when a pointer or the focus reaches the links to other modes */
  onReach(): void
  sentence?: string
  /** why the page behind asks for an account; undefined where none does */
  reason?: string
  /** says that a login has ended; undefined where none has */
  ended?: string
}

const Place = v.object({
  mode: v.picklist(modes),
  /** what the server said for this mode */
  sentence: v.optional(v.string()),
  /** why the public page behind asks for an account: who gets one here goes on there */
  reason: v.optional(v.string()),
  /** said to whom a login has ended in the middle of something */
  ended: v.optional(v.string()),
  /** the page where that was, to which the next login leads back */
  from: v.optional(v.object({ pathname: v.string(), search: v.string() })),
})

/** Where the login screen is, as an entry of the history keeps it. */
export type Place = v.InferOutput<typeof Place>

/** The place in an entry's state; undefined where it names none. */
export function readPlace(state: unknown): Place | undefined {
  const { success, output } = v.safeParse(Place, state)
  return success ? output : undefined
}

const Registered = v.object({ registered: v.literal(true) })

/** State of the entry of a public page to which somebody comes back who has just got an account. */
export const registered: v.InferOutput<typeof Registered> = { registered: true }

export const isRegistered = (state: unknown): boolean => v.is(Registered, state)

export const accountIsReady =
  'Your account is ready. Check your email for a verification link: click it within 7 days for your account to remain active.'
