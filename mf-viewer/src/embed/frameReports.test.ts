import { makeGame, makePlayer } from '@multiball/shared/testing'
import { frameAddress, readFrame } from './frameAddress'
import { scoreReport } from './frameReports'
import { fit, wishedSize } from './wishedSize'

test('EMB-01 a scoreboard tells its newest game’s players, other types none', () => {
  const data = [makeGame([], { scores: [{ position: 1, score: 1_000, player: makePlayer({ cached_display_name: 'Maria' }) }] }), makeGame([5])]
  expect(scoreReport({ type: 'scoreboard', id: 12, key: 'secret' }, { seq: 7, data })).toEqual({ type: 'scoreboard', board: 12, seq: 7, players: [{ name: 'Maria', score: 1_000 }] })
  expect(scoreReport({ type: 'scoreboard', id: 12 }, { seq: 1, data: [] })).toEqual({ type: 'scoreboard', board: 12, seq: 1, players: [] })
  expect(scoreReport({ type: 'leaderboard', id: 12 }, { seq: 1, data })).toEqual({ type: 'leaderboard', board: 12, seq: 1 })
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
  [{ width: 1280, height: 720 }, { width: 640, height: 360 }, { scale: 0.5, left: 0, top: 0 }],
  [{ width: 860, height: 170 }, { width: 860, height: 340 }, { scale: 1, left: 0, top: 85 }],
  [{ width: 100, height: 100 }, { width: 400, height: 200 }, { scale: 2, left: 100, top: 0 }],
])('%j in a frame of %j stands at %j', (canvas, frame, place) => {
  expect(fit(canvas, frame)).toEqual(place)
})

test.each([
  ['/embed/v1/scoreboard/12', '?key=abc', { type: 'scoreboard', id: 12, key: 'abc' }],
  ['/embed/v1/streamboard/3/', '', { type: 'streamboard', id: 3, key: undefined }],
  ['/embed/v1/scoreboard/12', `?key=${'k'.repeat(500)}`, { type: 'scoreboard', id: 12, key: 'k'.repeat(128) }],
  ['/embed/v1/score-board/12', '', undefined],
  ['/embed/v1/scoreboard/0', '', undefined],
  ['/viewer/scoreboards/12', '', undefined],
])('%s%s is the board %j', (pathname, search, address) => {
  expect(frameAddress(pathname, search)).toEqual(address)
})

test.each([
  [undefined, undefined],
  ['{"isThere":true}', { isThere: true }],
  ['{"isThere":false}', { isThere: false }],
  ['{}', { isThere: false }],
])('a page with %j is the frame %j', (textContent, frame) => {
  expect(readFrame({ getElementById: () => (textContent === undefined ? null : ({ textContent } as HTMLElement)) })).toEqual(frame)
})
