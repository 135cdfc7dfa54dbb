import * as v from 'valibot'

/** Place of an item among those of its board; where places are missing or shared, the sequence as sent counts. */
export const Order = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0)
