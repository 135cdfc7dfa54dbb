import * as v from 'valibot'

const modes = ['login', 'register', 'registerSuccess', 'resend', 'resendSuccess', 'resetPassword', 'resetPasswordSuccess'] as const

/** What the login screen can show, one at a time. */
export type LoginMode = (typeof modes)[number]

export interface ModeProps {
  /** shows another mode, and a sentence that the server has for it */
  go(mode: LoginMode, sentence?: string): void
  /** called when a pointer or the focus reaches the links to other modes */
  onReach(): void
  sentence?: string
}

const Place = v.object({
  mode: v.picklist(modes),
  /** what the server said for this mode */
  sentence: v.optional(v.string()),
})

/** Where the login screen is, as an entry of the history keeps it. */
export type Place = v.InferOutput<typeof Place>

/** The place in an entry's state; that of anything else is the login. */
export function readPlace(state: unknown): Place {
  const { success, output } = v.safeParse(Place, state)
  return success ? output : { mode: 'login' }
}
