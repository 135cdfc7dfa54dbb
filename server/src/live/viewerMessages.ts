import { GetScores, LeaveScores } from '@multiball/shared/schema'
import type { LiveMessage } from '@multiball/shared/schema'
import * as v from 'valibot'

/** The board that a viewer wants to see, by its live name, and the key and the login token that it has. */
export type Wish = Pick<v.InferOutput<typeof GetScores>, 'name' | 'key' | 'token'>

const fromViewer = v.pipe(v.string(), v.parseJson(), GetScores)
const fromCarrier = v.pipe(v.string(), v.parseJson(), v.variant('type', [GetScores, LeaveScores]))

/** Reads what a viewer of one board says. `text` is undefined for bytes. */
export const readMessage = (text: string | undefined) => v.safeParse(fromViewer, text)

/** Reads what a socket says that carries several boards. `text` is undefined for bytes. */
export const readCarrierMessage = (text: string | undefined) => v.safeParse(fromCarrier, text)

/** The answer to what is not understood. */
export const unknownMessage = JSON.stringify({ type: 'UNKNOWN' } satisfies LiveMessage)
