import type { Machine } from '@multiball/shared/schema'
import { decadeOf, technologyOf } from './era'
import { lookOf } from './motifs'
import { describedBy } from './OwnMachine'
import { choicesOf, filtered, titlesOf } from './titles'

const machine = (id: number, name: string, manufacturer: string, year: number | null): Machine => ({
  id,
  name,
  manufacturer,
  year,
  opdb_id: null,
  backglass_art: null,
})
const machines = [
  machine(1, 'Funhouse', 'Williams', 1990),
  machine(2, 'Godzilla (LE)', 'Stern', 2021),
  machine(3, 'Godzilla (Pro)', 'Stern', 2021),
  machine(4, 'Mystery', 'Stern', null),
]

test.each([
  [1956, 1960, 'reels'],
  [1976, 1970, 'reels'],
  [1977, 1970, 'numeric'],
  [1989, 1980, 'alphanumeric'],
  [1990, 1990, 'alphanumeric'],
  [1991, 1990, 'dots'],
  [2012, 2010, 'dots'],
  [2013, 2010, 'screen'],
  [2031, 2020, 'screen'],
  [null, undefined, undefined],
] as const)('a machine of %s is drawn as of the %ss, with %s', (year, decade, technology) => {
  expect([decadeOf(year), technologyOf(year)]).toEqual([decade, technology])
})

test.each([
  [1990, 'dot-matrix', 'dots'],
  [2015, 'lcd', 'screen'],
  [1983, 'lcd', 'screen'],
  [1959, 'lights', 'lights'],
  [1978, 'reels', 'reels'],
  [1980, 'numeric', 'numeric'],
  [1987, 'alphanumeric', 'alphanumeric'],
  [1995, null, 'dots'],
  [1995, undefined, 'dots'],
  [null, 'dot-matrix', 'dots'],
] as const)('a machine of %s with the display %s is drawn with %s', (year, display, technology) => {
  expect(technologyOf(year, display)).toBe(technology)
})

test.each([
  [{ manufacturer: null, year: null }, [1, 2, 3, 4]],
  [{ manufacturer: 'Stern', year: null }, [2, 3, 4]],
  [{ manufacturer: null, year: 1990 }, [1]],
  [{ manufacturer: 'Williams', year: 2021 }, []],
])('API-05 %j lets %j through', (filters, ids) => {
  expect(filtered(machines, filters).map(({ id }) => id)).toEqual(ids)
})

test('API-05 there is to filter by what was found', () => {
  expect(choicesOf(machines)).toEqual({ manufacturers: ['Stern', 'Williams'], years: [2021, 1990] })
})

test('API-05 editions of one title stand together, alone they keep their own name', () => {
  const groups = [
    { id: 7, name: 'Godzilla', machines: [2, 3] },
    { id: 8, name: 'Funhouse (all)', machines: [1] },
  ]
  const lines = (given: Machine[], isSearched = false) =>
    titlesOf(given, groups, isSearched).map(({ name, machines: members }) => [name, members.map(({ id }) => id)])
  expect(lines(machines)).toEqual([
    ['Funhouse', [1]],
    ['Godzilla', [2, 3]],
    ['Mystery', [4]],
  ])
  expect(lines([machines[2]!])).toEqual([['Godzilla (Pro)', [3]]])
})

test('CAT-05 a group stands where its name belongs, articles aside; what was searched for stands as it was found', () => {
  const bones = [{ id: 9, name: 'Bone Busters Inc.', machines: [1, 2] }]
  const given = [
    machine(1, 'Amazon Hunt III', 'Gottlieb', 1991),
    machine(2, 'Bone Busters Inc.', 'Gottlieb', 1989),
    machine(3, 'Bally Hoo', 'Bally', 1969),
    machine(4, 'The Addams Family', 'Bally', 1992),
  ]
  const names = (isSearched: boolean) => titlesOf(given, bones, isSearched).map(({ name }) => name)
  expect(names(false)).toEqual(['The Addams Family', 'Bally Hoo', 'Bone Busters Inc.'])
  expect(names(true)).toEqual(['Bone Busters Inc.', 'Bally Hoo', 'The Addams Family'])
})

test('CAT-04 machines of one maker and year look different, editions of one title alike', () => {
  const bally = [
    'The Addams Family',
    'Creature from the Black Lagoon',
    'Black Rose',
    'Doctor Who',
    'Fish Tales',
    'Dr. Dude',
    'Twilight Zone',
    'Judge Dredd',
  ]
  const look = (name: string) => JSON.stringify(lookOf(name, 1990))
  expect(new Set(bally.map(look)).size).toBe(bally.length)
  expect(look('Medieval Madness (Remake)')).toBe(look('Medieval Madness'))
})

test.each([
  ['Hexa Storm 2026', { name: 'Hexa Storm', manufacturer: '', year: '2026' }],
  ['  hexa   storm ', { name: 'hexa storm', manufacturer: '', year: '' }],
  ['2001', { name: '2001', manufacturer: '', year: '' }],
  ['Black Knight 3000', { name: 'Black Knight 3000', manufacturer: '', year: '' }],
  ['', { name: '', manufacturer: '', year: '' }],
])('CAT-06 the search %p begins a description', (typed, fields) => {
  expect(describedBy(typed)).toEqual(fields)
})
