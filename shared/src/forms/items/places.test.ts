import { inOrder, moved, placesInError, withNewKey, without } from './places'

const item = (item_id: number | null, order: number, item_type = 'scoreboard') => ({ item_type, item_id, order })
type Item = ReturnType<typeof item>
const three = [item(5, 0), item(6, 1), item(7, 2)]
const ids = (items: Item[]) => items.map(({ item_id }) => item_id)
const nameOf = ({ item_type, item_id }: Item) => (item_id === null ? undefined : `${item_type} ${item_id}`)

const moves = [
  [0, 1, [6, 5, 7]],
  [1, 1, [5, 7, 6]],
  [1, -1, [6, 5, 7]],
  [2, -1, [5, 7, 6]],
] as const
test.each(moves)('CB-01 item %i moved by %i', (at, by, expected) => expect(ids(moved(three, at, by))).toEqual(expected))
test.each(moves)('SS-03 screen %i moved by %i', (at, by, expected) =>
  expect(ids(moved(three, at, by))).toEqual(expected),
)

test.each([
  'CB-01 a moved item keeps its name, a save counts again',
  'SS-03 a moved screen keeps its name, a save counts again',
])('%s', () => {
  expect(moved([0, 1, 2], 2, -1)).toEqual([0, 2, 1])
  expect(inOrder(moved(three, 2, -1)).map(({ item_id, order }) => [item_id, order])).toEqual([
    [5, 0],
    [7, 1],
    [6, 2],
  ])
})

test('CB-01 a new item has a name of its own, also after one was deleted', () => {
  expect(withNewKey(without([0, 1, 2], 0))).toEqual([1, 2, 3])
  expect(withNewKey([])).toEqual([0])
})

const wrong: [string, Item[], number[]][] = [
  ['none', three, []],
  ['those without a board', [item(5, 0), item(null, 1), item(5, 2), item(null, 3)], [1, 3]],
  ['those whose board came before', [item(5, 0), item(5, 1), item(5, 2, 'leaderboard')], [1]],
]
test.each(wrong)('CB-02 places in error: %s', (_name, items, places) =>
  expect(placesInError(items, nameOf)).toEqual(places),
)
test.each(wrong)('SS-05 places in error: %s', (_name, items, places) =>
  expect(placesInError(items, nameOf)).toEqual(places),
)
