import type { CustomScores } from '@multiball/shared/schema'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.trim(), v.maxLength(60))

const Tap = v.object({
  name: v.pipe(text, v.nonEmpty()),
  brewery: v.optional(text, ''),
  style: v.optional(text, ''),
  /** alcohol in % */
  strength: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  /** in the currency of the settings */
  price: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100_000))),
  /** what is left of the keg, 0 to 100 */
  left: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
})
export type Tap = v.InferOutput<typeof Tap>

const Document = v.object({ taps: v.pipe(v.array(v.unknown()), v.maxLength(100)) })

/** What is known of the taps. */
export interface Taps {
  /** 'none': nothing was ever posted; 'unreadable': what was posted is no list of taps */
  state: 'waiting' | 'none' | 'unreadable' | 'known'
  taps: { number: number; tap: Tap }[]
  /** ms since 1970 when the list was posted, where that is too long ago to be trusted */
  oldSince: number | undefined
}

const nothing = (state: Taps['state']): Taps => ({ state, taps: [], oldSince: undefined })

/** Reads what a program posted. A tap that is not as it should be is left out, and keeps its number. */
export function tapsIn(scores: CustomScores | undefined): Taps {
  const feed = scores?.feeds.taps
  if (feed?.kind !== 'posted') return nothing('waiting')
  if (feed.sequence === null) return nothing('none')
  const document = v.safeParse(Document, feed.document)
  if (!document.success) return nothing('unreadable')
  const taps = document.output.taps.flatMap((given, at) => {
    const tap = v.safeParse(Tap, given)
    return tap.success ? [{ number: at + 1, tap: tap.output }] : []
  })
  return { state: 'known', taps, oldSince: feed.is_old && feed.as_of ? Date.parse(feed.as_of) : undefined }
}
