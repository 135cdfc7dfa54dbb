import { StreamControlChange } from '@multiball/shared/schema'
import * as v from 'valibot'

/** Which change of which panel: a request that was given up may still arrive, after those that came later. */
const PanelChange = v.object({
  /** made up by the page */
  id: v.pipe(v.string(), v.regex(/^[\w-]{8,40}$/)),
  /** rises with every request of it, tried again or not */
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
})
export type PanelChange = v.InferOutput<typeof PanelChange>

/** What a panel sends. Other programs need not number their changes. */
export const NumberedChange = v.object({ ...StreamControlChange.entries, panel: v.optional(PanelChange) })
export type NumberedChange = v.InferOutput<typeof NumberedChange>

/** More panels than a show has; each page that is opened is one. */
const mostPanels = 8

/** True where this panel's change, or a newer one of it, was taken already. */
export const isLate = (panels: readonly PanelChange[], { id, count }: PanelChange): boolean =>
  panels.some((known) => known.id === id && known.count >= count)

/** The panels with the last change of this one. */
export const withLast = (panels: readonly PanelChange[], last: PanelChange): PanelChange[] =>
  [last, ...panels.filter(({ id }) => id !== last.id)].slice(0, mostPanels)
