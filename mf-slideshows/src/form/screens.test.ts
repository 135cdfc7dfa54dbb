import { emptyScreen, inOrder, placesInError, showable, withMovedScreen, withNewScreen, withoutScreen, withType, type Screen } from './screens'

const screen = (item_id: number, order: number, item_type: Screen['item_type'] = 'scoreboard'): Screen => ({ item_type, item_id, duration: 5, order })
const three = [screen(5, 0), screen(6, 1), screen(7, 2)]
const ids = (screens: Screen[]) => screens.map(({ item_id }) => item_id)
const image = { id: 3, image: '/media/abc', width: 1600, height: 900 }

test.each([
  [0, 1, [6, 5, 7]],
  [1, 1, [5, 7, 6]],
  [1, -1, [6, 5, 7]],
  [2, -1, [5, 7, 6]],
] as const)('SS-03 screen %i moved by %i', (at, by, expected) => expect(ids(withMovedScreen(three, at, by))).toEqual(expected))

test('SS-03 a moved screen keeps its name, a save counts anew', () => {
  const moved = withMovedScreen(three, 2, -1)
  expect(moved.map(({ order }) => order)).toEqual([0, 2, 1])
  expect(inOrder(moved).map(({ order }) => order)).toEqual([0, 1, 2])
})

test('SS-02 SS-03 a new screen shows for 5 seconds and has a name of its own, also after one was deleted', () => {
  expect(withNewScreen(withoutScreen(three, 0)).map(({ order }) => order)).toEqual([1, 2, 3])
  expect(withNewScreen([], 'leaderboard')).toEqual([{ item_type: 'leaderboard', item_id: 0, duration: 5, order: 0 }])
})

test('SS-01 a screen of another type is to be filled anew; its picture is kept for the way back', () => {
  const picture: Screen = { ...screen(3, 4, 'slideshowimage'), duration: 30, image }
  const board = withType(picture, 'scoreboard')
  expect(board).toEqual({ item_type: 'scoreboard', item_id: 0, duration: 30, order: 4, image })
  expect(withType({ ...board, item_id: 7 }, 'slideshowimage')).toEqual(picture)
})

test.each<[string, Screen[], number[]]>([
  ['none', three, []],
  ['those that show nothing', [screen(5, 0), emptyScreen(1), screen(5, 2), emptyScreen(3)], [1, 3]],
  ['those that show what came before', [screen(5, 0), screen(5, 1), screen(5, 2, 'leaderboard')], [1]],
])('SS-05 places in error: %s', (_name, screens, places) => expect([...placesInError(screens)]).toEqual(places))

test('SS-01 a preview shows each filled screen once', () => {
  expect(ids(showable([screen(5, 0), emptyScreen(1), screen(5, 2), screen(5, 3, 'leaderboard')]))).toEqual([5, 5])
})
