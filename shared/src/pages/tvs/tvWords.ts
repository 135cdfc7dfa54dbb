import { readTvCode, tvCodeLength } from '@multiball/shared/schema'
import type { Tv } from '@multiball/shared/schema'
import { shortTime } from '../shortTime'

/** What a new TV is called until its owner says: the first of 'TV', 'TV 2', 'TV 3' … that no other is. */
export function newTvName(known: readonly Pick<Tv, 'name'>[]): string {
  const taken = new Set(known.map(({ name }) => name))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'TV' : `TV ${count}`
    if (!taken.has(name)) return name
  }
}

/** Whether the TV is there, and if not since when: 'Online', 'Last seen 2 min ago', 'Not seen yet'. */
export function whenSeen({ is_online, last_seen_at }: Pick<Tv, 'is_online' | 'last_seen_at'>, now: Date): string {
  if (is_online) return 'Online'
  if (last_seen_at === null) return 'Not seen yet'
  return `Last seen ${shortTime(new Date(last_seen_at), now, { isWithin: true })}`
}

/** A whole code as the TV shows it, three and three; what is no code stays as it was typed. */
export function shownCode(typed: string): string {
  const code = readTvCode(typed)
  return code.length === tvCodeLength ? `${code.slice(0, 3)} ${code.slice(3)}` : typed
}

/** The code in the address that a TV's QR code holds; undefined for any other text. */
export function codeInAddress(text: string): string | undefined {
  const code = /[?&]code=([^&#]{1,24})/.exec(text)?.[1]
  return code !== undefined && readTvCode(code).length === tvCodeLength ? readTvCode(code) : undefined
}
