import { loopText, type Slide } from './slides'

const slides = (...durations: Slide['duration'][]): Slide[] =>
  durations.map((duration, order) => ({ item_type: 'scoreboard', item_id: order + 1, duration, order }))

test.each<[Slide['duration'][], string]>([
  [[5, 10], '2 screens, 15 s per loop'],
  [[60, 60, 120], '3 screens, 4 min per loop'],
  [[30, 60, 5], '3 screens, 1 min 35 s per loop'],
  [[5], '1 screen, 5 s per loop'],
  [[], '0 screens'],
])('SS-02 screens of %j seconds: %s', (durations, text) => expect(loopText(slides(...durations))).toBe(text))
