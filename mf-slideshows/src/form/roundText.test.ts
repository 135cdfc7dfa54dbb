import type { SlideshowScreen } from '@multiball/shared/boards'
import { roundText } from './roundText'

const screens = (...durations: SlideshowScreen['duration'][]): SlideshowScreen[] => durations.map((duration, order) => ({ item_type: 'scoreboard', item_id: order + 1, duration, order }))

test.each<[SlideshowScreen['duration'][], string]>([
  [[5, 10], '2 screens, 15 s a round'],
  [[60, 60, 120], '3 screens, 4 min a round'],
  [[30, 60, 5], '3 screens, 1 min 35 s a round'],
  [[5], '1 screen, 5 s a round'],
  [[], '0 screens'],
])('SS-02 screens of %j seconds: %s', (durations, text) => expect(roundText(screens(...durations))).toBe(text))
