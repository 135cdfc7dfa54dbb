import { displaysOf } from './useDisplay'

test.each([
  ['scoreboard', ['scoreboard']],
  ['comboboard', ['comboboard', 'scoreboard', 'leaderboard']],
] as const)('VCB-01 a page of a %s asks for the displays of %j at once', (type, displays) =>
  expect(displaysOf(type)).toEqual(displays),
)
