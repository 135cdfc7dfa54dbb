import { frameAddress, readFrame } from './framePage'

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
  expect(
    readFrame({ getElementById: () => (textContent === undefined ? null : ({ textContent } as HTMLElement)) }),
  ).toEqual(frame)
})
