import { makeGame, makePlayer } from '@multiball/shared/testing'
import { boardTroubleOf, reportedPlayers } from './boardReports'

test.each([
  [{ status: undefined, hasBoard: false, hasFailed: false }, undefined],
  [{ status: undefined, hasBoard: true, hasFailed: false }, undefined],
  [{ status: 404, hasBoard: false, hasFailed: false }, 'BOARD_NOT_FOUND'],
  [{ status: 404, hasBoard: false, hasFailed: true }, 'BOARD_NOT_FOUND'],
  [{ status: undefined, hasBoard: true, hasFailed: true }, 'REMOTE_FAILED'],
  [{ status: 0, hasBoard: false, hasFailed: false }, 'NETWORK'],
  [{ status: 503, hasBoard: false, hasFailed: false }, 'NETWORK'],
  [{ status: 429, hasBoard: false, hasFailed: false }, 'NETWORK'],
  // What was shown once stays.
  [{ status: 0, hasBoard: true, hasFailed: false }, undefined],
])('EMB-06 %j is %s', (facts, code) => expect(boardTroubleOf(facts)?.code).toBe(code))

test('EMB-14 the newest game’s players are told in the order of their slots, with every digit, each by the cleaned name that the board has for him', () => {
  const scores = [
    { position: 3, score: 0, player: null },
    {
      position: 1,
      score: 1_000,
      player: makePlayer({ cached_display_name: '\u202eMa\u0007ria\u202c', initials: 'MOK' }),
    },
    {
      position: 2,
      score: '9223372036854775807',
      player: makePlayer({ cached_display_name: 'Kenji', initials: 'KT', prefer_initials: true }),
    },
  ]
  expect(reportedPlayers([makeGame([], { scores }), makeGame([5])])).toEqual([
    { name: 'Maria', score: 1_000 },
    { name: 'KT', score: '9223372036854775807' },
    { name: null, score: 0 },
  ])
  expect(reportedPlayers([])).toEqual([])
})
