import { makeGame } from '@multiball/shared/testing'
import { playersOf } from './playersOf'
import { themeOf } from './themeOf'
import { wishedSize } from './useWishedSize'

test.each([
  [{}, { background: undefined, accent: undefined }],
  [{ theme: 'board' }, { background: undefined, accent: undefined }],
  [{ theme: 'dark', accent: '#0055ff' }, { background: '#000000', accent: '#0055ff' }],
  [{ theme: 'light', accent: 'red' }, { background: '#ffffff', accent: undefined }],
  [{ theme: 'dark', background: '#123' }, { background: '#123', accent: undefined }],
  [{ theme: 'light', background: 'url(x)' }, { background: '#ffffff', accent: undefined }],
] as const)('a look of %j makes the colours %j', (look, expected) => expect(themeOf(look)).toEqual(expected))

test('players are told in the order of their slots, with every digit, and by the name that they go by', () => {
  const game = makeGame([4200, 9])
  game.scores[1]!.score = '9007199254740993'
  game.scores.reverse()
  const scores = { data: [game], epoch: 'one', seq: 1 }
  expect(playersOf('scoreboard', scores)).toEqual({ players: [{ name: null, score: '4200' }, { name: null, score: '9007199254740993' }] })
  expect(playersOf('scoreboard', { ...scores, data: [] })).toEqual({ players: [] })
  expect(playersOf('leaderboard', { ...scores, data: [] })).toEqual({})
})

test.each([
  [1280, { width: 1280, height: 720 }],
  [390, { width: 390, height: 520 }],
])('at a width of %d px a board suits %j', (width, size) => expect(wishedSize(width)).toEqual(size))
