import { makeLeaderboardScores } from '@multiball/shared/testing'
import { boardState } from './boardState'

test.each([
  ['nothing heard', undefined, { text: '', newest: undefined }],
  ['no scores', makeLeaderboardScores(), { text: 'No scores yet', newest: undefined }],
  ['one score', makeLeaderboardScores(5), { text: '1 score', newest: new Date('2026-11-01T20:00:00Z') }],
  ['three', makeLeaderboardScores(5, 4, 3), { text: '3 scores', newest: new Date('2026-11-03T20:00:00Z') }],
])('a board with %s', (_name, scores, state) => expect(boardState(scores)).toEqual(state))
