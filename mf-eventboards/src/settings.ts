import { Color, lineAsSent } from '@multiball/shared/schema'
import * as v from 'valibot'

/** What an owner chooses of a eventboard besides its title. The build publishes it, and the server checks by it. */
export const settings = v.object({
  text: v.optional(lineAsSent(120), ''),
  background_color: v.optional(Color, '#000'),
  display_title: v.optional(v.boolean(), true),
})
export type Settings = v.InferOutput<typeof settings>
