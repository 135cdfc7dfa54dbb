import { Color, lineAsSent } from '@multiball/shared/schema'
import * as v from 'valibot'

/** What an owner chooses of a tap list besides its title. The beers are not among it: a program posts them. */
export const settings = v.object({
  /** '' shows the title */
  headline: v.optional(lineAsSent(40), ''),
  columns: v.optional(v.picklist(['one', 'two']), 'one'),
  /** stands before each price */
  currency: v.optional(lineAsSent(6), '€'),
  background_color: v.optional(Color, '#000'),
  accent_color: v.optional(Color, '#ffc629'),
})
export type Settings = v.InferOutput<typeof settings>
