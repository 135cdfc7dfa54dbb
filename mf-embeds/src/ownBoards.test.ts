import { matching } from '@multiball/shared/forms'
import { makeScoreboard } from '@multiball/shared/testing'
import { asOption, canvasOf, chosenBoard, playgroundAddress, wordsOf } from './ownBoards'
import type { OwnBoard } from './ownBoards'

const canvas = { width: 1280, height: 720 }
const own: OwnBoard[] = [
  { type: 'scoreboard', id: 1, title: 'Staff only', key: 'k', canvas },
  { type: 'scoreboard', id: 2, title: 'Lobby wall', key: undefined, canvas },
  { type: 'leaderboard', id: 2, title: 'House records', key: undefined, canvas },
]

test.each([
  ['', 1],
  ['type=leaderboard&board=2', 2],
  ['type=scoreboard&board=1', 0],
  ['type=leaderboard&board=9', undefined],
  ['type=clock&board=2', undefined],
  ['board=2', undefined],
])('the address ?%s names board %s of the list', (search, at) =>
  expect(chosenBoard(own, new URLSearchParams(search))).toBe(at === undefined ? undefined : own[at]),
)

test('without a public board the first one is shown', () =>
  expect(chosenBoard(own.slice(0, 1), new URLSearchParams())).toBe(own[0]))

test('the picker finds boards by title and type, and says which are private', () => {
  expect(matching(own, 'house LEADER', wordsOf)).toEqual([own[2]])
  expect(own.map((board) => asOption(board).detail)).toEqual(['Scoreboard · Private', 'Scoreboard', 'Leaderboard'])
  expect(playgroundAddress(own[2]!)).toBe('/embed?type=leaderboard&board=2')
})

test.each([
  ['1440x900', 'OneCam', { width: 1440, height: 900 }],
  ['1920x1080', 'ScoresOnlyFixed', { width: 860, height: 170 }],
])('a streamboard of %s with %s has the canvas %j', (size, layout, expected) => {
  expect(canvasOf('streamboard', { scoreboard_items: [], config_json: { size, layout } } as never)).toEqual(expected)
  expect(canvasOf('scoreboard', makeScoreboard())).toEqual(canvas)
})
