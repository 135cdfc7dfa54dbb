import { inOrder, noBoard, placesInError, withMovedItem, withNewItem, withoutItem, type Item } from './items'

const item = (item_id: number, order: number, item_type: Item['item_type'] = 'scoreboard'): Item => ({ item_type, item_id, order })
const three = [item(5, 0), item(6, 1), item(7, 2)]
const ids = (items: Item[]) => items.map(({ item_id }) => item_id)

test.each([
  [0, 1, [6, 5, 7]],
  [1, 1, [5, 7, 6]],
  [1, -1, [6, 5, 7]],
  [2, -1, [5, 7, 6]],
] as const)('CB-01 item %i moved by %i', (at, by, expected) => expect(ids(withMovedItem(three, at, by))).toEqual(expected))

test('CB-01 a moved item keeps its name, a save counts anew', () => {
  const moved = withMovedItem(three, 2, -1)
  expect(moved.map(({ order }) => order)).toEqual([0, 2, 1])
  expect(inOrder(moved).map(({ order }) => order)).toEqual([0, 1, 2])
})

test('CB-01 a new item has a name of its own, also after one was deleted', () => {
  expect(withNewItem(withoutItem(three, 0)).map(({ order }) => order)).toEqual([1, 2, 3])
  expect(withNewItem([])).toEqual([noBoard(0)])
})

test.each<[string, Item[], number[]]>([
  ['none', three, []],
  ['those without a board', [item(5, 0), noBoard(1), item(5, 2), noBoard(3)], [1, 3]],
  ['those whose board came before', [item(5, 0), item(5, 1), item(5, 2, 'leaderboard')], [1]],
])('CB-02 places in error: %s', (_name, items, places) => expect([...placesInError(items)]).toEqual(places))
