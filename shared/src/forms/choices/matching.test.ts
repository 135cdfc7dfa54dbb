import { matching } from './matching'

const choices = ['Lobby wall Scoreboard', 'Back wall Comboboard', 'House records Leaderboard']

test.each([
  ['', [0, 1, 2]],
  ['wall', [0, 1]],
  [' wall  combo ', [1]],
  ['LEADER', [2]],
  ['wall records', []],
])('%j finds the boards %j', (text, found) => {
  expect(matching(choices, text, (choice) => choice)).toEqual(found.map((at) => choices[at]))
})
