import * as v from 'valibot'
import { FeedKey } from '@multiball/shared/schema'
import { isPage } from '../sender'
import { signOnFor } from './signOnFor'

/**
 * A feed key for the program of a tournament that was given none: the bridge signs on by a code, and asks for one. Undefined
 * when the signal aborts before.
 * @throws with a sentence where the server does not give one
 */
export async function feedKeyFor({
  server,
  board,
  ...options
}: { server: string; board: number } & Omit<Parameters<typeof signOnFor>[0], 'program' | 'name'> & {
    signal: AbortSignal
  }): Promise<string | undefined> {
  const signOn = signOnFor({
    program: `eventboard-${board}`,
    name: `Tournament for eventboard ${board}`,
    server,
    ...options,
  })
  const key = await signOn.signedOn(options.signal)
  if (key === undefined) return undefined
  const answer = await fetch(new URL('/api/bridge/eventboard/', server), {
    method: 'POST',
    headers: { authorization: `Bridge ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ board }),
    redirect: 'manual',
    signal: options.signal,
  })
  const text = await answer.text()
  if (answer.status === 404 || answer.status === 403)
    throw new Error(`The owner of this venue has no eventboard ${board}.`)
  const { success, output } = v.safeParse(FeedKey, answer.ok && !isPage(text) ? JSON.parse(text) : undefined)
  if (!success) throw new Error(`The server gave no key for eventboard ${board} (${answer.status}).`)
  return output.key
}
