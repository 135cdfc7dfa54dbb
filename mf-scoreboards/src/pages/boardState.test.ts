import { makeGame, makeScores } from '@multiball/shared/testing'
import { boardState } from './boardState'

test.each([
  ['nothing heard', undefined, { type: 'unknown' }],
  ['never played', makeScores(), { type: 'never-played', text: 'No data yet' }],
  [
    'four players',
    makeScores(makeGame([1, 2, 3, 4], { current_ball: 2 })),
    { type: 'playing', text: 'Ball 2, 4 players' },
  ],
  ['one player', makeScores(makeGame([1])), { type: 'playing', text: 'Ball 1, 1 player' }],
  ['no ball told', makeScores(makeGame([1, 2], { current_ball: null })), { type: 'playing', text: '2 players' }],
  [
    'settled',
    makeScores(makeGame([1], { settled_on: '2026-11-20T10:00:00Z' })),
    { type: 'over', text: 'Game over', settledAt: new Date('2026-11-20T10:00:00Z') },
  ],
])('a board with %s', (_name, scores, state) => expect(boardState(scores)).toEqual(state))
