import { groupedEntries, machineEntries, matches } from './entries'

const machine = (id: number, name: string, year: number, group_id: number | null) => ({
  id, name, year, group_id, manufacturer: id % 2 ? 'Stern' : 'Bally', opdb_id: `G${id}`, backglass_art: null,
})
const machines = [machine(1, 'AC/DC Pro', 2014, 1), machine(2, 'AC/DC Premium', 2012, 1), machine(3, 'Centaur', 1981, 2), machine(4, 'Alone', 1990, null)]
const groups = [
  { id: 1, name: 'AC/DC', machines: [1, 2] },
  { id: 2, name: 'Centaur group', machines: [3] },
]

test.each([
  ['', true],
  ['medieval', true],
  ['williams 1997', true],
  ['MADNESS med', true],
  ['medieval stern', false],
])('the search %p fits: %p', (search, fits) => {
  expect(matches(search, 'Medieval Madness', 'Williams', 1997)).toBe(fits)
})

test('API-05 only groups of more than one machine stand for their members, as the oldest of them', () => {
  expect(groupedEntries(machines, groups, '')).toEqual([
    { id: 'g-1', name: 'AC/DC', manufacturer: 'Bally', year: 2012, opdb_id: null, backglass_art: null, display: null, player_count: null },
    expect.objectContaining({ id: 4, name: 'Alone' }),
    expect.objectContaining({ id: 3, name: 'Centaur' }),
  ])
})

test.each([
  ['premium', ['g-1']],
  ['ac/dc', ['g-1']],
  ['centaur', [3]],
  ['stern', ['g-1', 3]],
  ['nothing', []],
])('API-05 the search %p in groups', (search, ids) => {
  expect(groupedEntries(machines, groups, search).map(({ id }) => id)).toEqual(ids)
})

test('a machine is answered without its group', () => {
  expect(machineEntries(machines, 'centaur')).toEqual([{ id: 3, name: 'Centaur', year: 1981, manufacturer: 'Stern', opdb_id: 'G3', backglass_art: null }])
})
