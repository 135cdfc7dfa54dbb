import {
  StreamboardConfig,
  type Game,
  type StreamboardBootstrap,
  type StreamboardScores,
} from '@multiball/shared/schema'
import * as v from 'valibot'

/** A streamboard of one machine for tests; what is not given of its looks is at its default. */
export const aBootstrap = (config: Partial<StreamboardConfig> = {}): StreamboardBootstrap => ({
  id: 51,
  title: 'Finals',
  items: [
    {
      order: 0,
      scoreboard: 7,
      venuemachine: { id: 11, machine: { id: 3, name: 'Dragon’s Keep' }, venue: { id: 5, name: 'Silver Lane Arcade' } },
    },
  ],
  config_json: v.parse(StreamboardConfig, config),
  scores: someScores(null),
})

/** The state of its machine; null before the first game. */
export const someScores = (session: Game | null, seq = 1): StreamboardScores => ({
  data: [{ order: 0, scoreboard: 7, venuemachine_id: 11, session }],
  epoch: 'test',
  seq,
})
