import { Color, lineAsSent, machineRef, MatchPlayAddress } from '@multiball/shared/schema'
import * as v from 'valibot'

const shownFor = 'Please enter 5 to 120 seconds'

/** What an owner chooses of an eventboard besides its title. */
export const settings = v.object({
  /** '' shows the tournament's own name */
  headline: v.optional(lineAsSent(80), ''),
  /** the tournament that the server follows; '': a program posts one, or the owner drops files */
  match_play: v.optional(MatchPlayAddress, ''),
  layout: v.optional(v.picklist(['wall', 'lower third']), 'wall'),
  /** the machines that are played on; JSON Schema has no words for "each once": the first of two counts */
  machines: v.optional(
    v.pipe(
      v.array(
        v.object({
          venuemachine: machineRef(),
          /** what the tournament calls it, where two of one title stand side by side; '' finds it by its title */
          arena: v.optional(lineAsSent(80), ''),
        }),
      ),
      v.maxLength(60, 'At most 60 machines'),
    ),
    () => [],
  ),
  /** a game that was running when its match began counts as the match's */
  early_games: v.optional(v.boolean(), false),
  show_matches: v.optional(v.boolean(), true),
  show_standings: v.optional(v.boolean(), true),
  show_queue: v.optional(v.boolean(), true),
  show_bracket: v.optional(v.boolean(), true),
  /** the standings as they would be if all games ended now */
  show_projection: v.optional(v.boolean(), true),
  /** seconds that a page stands, where not everything can be read at once */
  page_seconds: v.optional(
    v.pipe(v.number(shownFor), v.integer(shownFor), v.minValue(5, shownFor), v.maxValue(120, shownFor)),
    10,
  ),
  background_color: v.optional(Color, '#000'),
  accent_color: v.optional(Color, '#ffc629'),
})
export type Settings = v.InferOutput<typeof settings>
