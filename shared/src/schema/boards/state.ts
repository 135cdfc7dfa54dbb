import * as v from 'valibot'
import { Moment } from '../games/moments'

/**
 * What the states of all boards have. `epoch` changes when counting starts over, `seq` rises within it. `config` is another text
 * when the board's settings have changed: time to read the bootstrap again. `moments` are those that the board shows just now, the
 * greatest first: told within the last 15 seconds, and of the kinds that its owner chose. One that was withdrawn since stays as such.
 */
export const Stamp = {
  epoch: v.string(),
  seq: v.number(),
  config: v.optional(v.string()),
  moments: v.optional(v.fallback(v.array(Moment), [])),
}
