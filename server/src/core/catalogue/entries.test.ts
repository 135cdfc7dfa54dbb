import type { CatalogueMachine } from './catalogue.store'
import { answerOf, Catalogue } from './entries'

const machine = (
  id: number,
  name: string,
  year: number,
  group_id: number | null,
  owner_id: number | null = null,
): CatalogueMachine => ({
  id,
  name,
  year,
  group_id,
  owner_id,
  manufacturer: id % 2 ? 'Stern' : 'Bally',
  opdb_id: `G${id}`,
  backglass_art: null,
  display: null,
  player_count: null,
  system: null,
  abbreviations: [],
})
const machines = [
  machine(1, 'AC/DC Pro', 2014, 1),
  machine(2, 'AC/DC Premium', 2012, 1),
  machine(3, 'Centaur', 1981, 2),
  machine(4, 'Alone', 1990, null),
]
const groups = [
  { id: 1, name: 'AC/DC', machines: [1, 2] },
  { id: 2, name: 'Centaur group', machines: [3] },
]
const catalogue = new Catalogue(machines, groups)

test.each([
  ['', true],
  ['medieval', true],
  ['williams 1997', true],
  ['MADNESS med', true],
  ['medieval stern', false],
])('the search %p fits: %p', (search, fits) => {
  const one = new Catalogue([{ ...machine(1, 'Medieval Madness', 1997, null), manufacturer: 'Williams' }], [])
  expect(one.find(search, undefined)).toHaveLength(fits ? 1 : 0)
})

test('API-05 only groups of more than one machine stand for their members, as the oldest of them', () => {
  expect(catalogue.findGrouped('', undefined)).toEqual([
    {
      id: 'g-1',
      name: 'AC/DC',
      manufacturer: 'Bally',
      year: 2012,
      opdb_id: null,
      backglass_art: null,
      display: null,
      player_count: null,
    },
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
  expect(catalogue.findGrouped(search, undefined).map(({ id }) => id)).toEqual(ids)
})

test('a machine is answered without its group', () => {
  expect(catalogue.find('centaur', undefined).map(answerOf)).toEqual([
    {
      id: 3,
      name: 'Centaur',
      year: 1981,
      manufacturer: 'Stern',
      opdb_id: 'G3',
      backglass_art: null,
      display: null,
      player_count: null,
    },
  ])
})

test('CAT-05 lists go by letters and without articles', () => {
  const names = ['The Addams Family', 'A-Team', '"300"', 'A Zoo', 'Bone Busters Inc.', 'Ålesund', 'The 4 Aces']
  const listed = new Catalogue(
    names.map((name, at) => machine(at + 1, name, 1990, null)),
    [],
  )
  expect(listed.find('', undefined).map(({ name }) => name)).toEqual([
    'The 4 Aces',
    '"300"',
    'The Addams Family',
    'Ålesund',
    'A-Team',
    'Bone Busters Inc.',
    'A Zoo',
  ])
})

test('CAT-06 what an owner added is found among the others, and told to be theirs', () => {
  const own = new Catalogue([machine(9, 'Centaur Reborn', 2024, null, 7)], [])
  const found = (text: string) => catalogue.find(text, own).map(answerOf)
  expect(found('centaur')).toEqual([
    expect.objectContaining({ id: 3 }),
    expect.objectContaining({ id: 9, is_own: true }),
  ])
  // Nothing is called so: one's own come first.
  expect(found('cent').map(({ id }) => id)).toEqual([9, 3])
  expect(catalogue.findGrouped('', own).map(({ name }) => name)).toEqual([
    'AC/DC',
    'Alone',
    'Centaur',
    'Centaur Reborn',
  ])
})
