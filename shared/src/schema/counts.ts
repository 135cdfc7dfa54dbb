import * as v from 'valibot'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** GET /api/counts/: how many things of each kind one has made, and not removed. */
export const Counts = v.object({
  /** by type; one without boards is missing */
  boards: v.record(v.string(), Count),
  venues: Count,
  tvs: Count,
})
export type Counts = v.InferOutput<typeof Counts>
