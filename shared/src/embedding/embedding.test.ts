import { makeGame, makePlayer } from '@multiball/shared/testing'
import { scoreEvent } from './events'
import { fit, wishedSize } from './Fit'
import { stageThemeOf } from './look'

test('EMB-01 a scoreboard tells its newest game’s players, other types none', () => {
  const data = [
    makeGame([], { scores: [{ position: 1, score: 1_000, player: makePlayer({ cached_display_name: 'Maria' }) }] }),
    makeGame([5]),
  ]
  expect(scoreEvent({ type: 'scoreboard', id: 12, key: 'secret' }, { seq: 7, data })).toEqual({
    type: 'scoreboard',
    board: 12,
    seq: 7,
    players: [{ name: 'Maria', score: '1000' }],
  })
  expect(scoreEvent({ type: 'scoreboard', id: 12 }, { seq: 1, data: [] })).toEqual({
    type: 'scoreboard',
    board: 12,
    seq: 1,
    players: [],
  })
  expect(scoreEvent({ type: 'leaderboard', id: 12 }, { seq: 1, data })).toEqual({
    type: 'leaderboard',
    board: 12,
    seq: 1,
  })
})

test.each([
  [1280, 720],
  [480, 270],
  [479, 639],
  [360, 480],
])('a frame %d wide wishes to be %d high', (width, height) => {
  expect(wishedSize(width)).toEqual({ width, height })
})

test.each([
  [
    { width: 1280, height: 720 },
    { width: 640, height: 360 },
    { scale: 0.5, left: 0, top: 0 },
  ],
  [
    { width: 860, height: 170 },
    { width: 860, height: 340 },
    { scale: 1, left: 0, top: 85 },
  ],
  [
    { width: 100, height: 100 },
    { width: 400, height: 200 },
    { scale: 2, left: 100, top: 0 },
  ],
])('%j in a frame of %j stands at %j', (canvas, frame, place) => {
  expect(fit(canvas, frame)).toEqual(place)
})

test.each([
  [1280, { width: 1280, height: 720 }],
  [390, { width: 390, height: 520 }],
])('at a width of %d px a board suits %j', (width, size) => expect(wishedSize(width)).toEqual(size))

test.each([
  [{}, { background: undefined, accent: undefined }],
  [{ theme: 'board' }, { background: undefined, accent: undefined }],
  [
    { theme: 'dark', accent: '#0055ff' },
    { background: '#000000', accent: '#0055ff' },
  ],
  [
    { theme: 'light', accent: 'red' },
    { background: '#ffffff', accent: undefined },
  ],
  [
    { theme: 'dark', background: '#123' },
    { background: '#123', accent: undefined },
  ],
  [
    { theme: 'light', background: 'url(x)' },
    { background: '#ffffff', accent: undefined },
  ],
] as const)('a look of %j makes the colours %j', (look, expected) => expect(stageThemeOf(look)).toEqual(expected))

test.each([
  [{ theme: 'board' as const }, { background: undefined, accent: undefined }],
  [
    { theme: 'dark' as const, accent: '#f80' },
    { background: '#000000', accent: '#f80' },
  ],
  [{ theme: 'light' as const }, { background: '#ffffff', accent: undefined }],
])('%j colours a stage with %j', (options, theme) => {
  expect(stageThemeOf(options)).toEqual(theme)
})
