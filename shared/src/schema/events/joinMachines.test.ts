import type { EventMachine } from './eventDocument'
import { joinMachines, type PlayedMachine } from './joinMachines'

const venueMachine = (id: number, name: string, opdb_id: string | null = null): PlayedMachine => ({
  venuemachine: {
    id,
    venue: { id: 1, name: 'Arcade' },
    machine: { id, name, display: null, opdb_id } as PlayedMachine['venuemachine']['machine'],
  },
  game: null,
})
const machine = (id: string, name: string, more: Partial<EventMachine> = {}): EventMachine => ({ id, name, ...more })

const join = (tournament: EventMachine[], venue: PlayedMachine[], arenas: Record<number, string> = {}) => {
  const named = venue.map(({ venuemachine: { id } }) => ({ venuemachine: id, arena: arenas[id] ?? '' }))
  return Object.fromEntries(joinMachines(tournament, venue, named))
}

const [pro, premium] = ['G4do5-MDlN7', 'G4do5-MkPRV']

test.each<[string, EventMachine[], PlayedMachine[], Record<number, string>, Record<string, number>]>([
  [
    'its id here comes first',
    [machine('a', 'Iron Circus', { venuemachine: 8, opdb_id: pro })],
    [venueMachine(7, 'Iron Circus', pro), venueMachine(8, 'Moon Miner')],
    {},
    { a: 8 },
  ],
  [
    'an id that the board does not name is none',
    [machine('a', 'Other', { venuemachine: 9 })],
    [venueMachine(7, 'Iron Circus')],
    {},
    {},
  ],
  [
    'what the owner says it is called, whatever its case and blanks',
    [machine('a', ' Circus  LEFT ')],
    [venueMachine(7, 'Iron Circus')],
    { 7: 'circus left' },
    { a: 7 },
  ],
  [
    'or its id in the tournament',
    [machine('A-12', 'Iron Circus')],
    [venueMachine(7, 'Iron Circus')],
    { 7: 'a-12' },
    { 'A-12': 7 },
  ],
  [
    'the same OPDB id',
    [machine('a', 'Circus', { opdb_id: pro })],
    [venueMachine(7, 'Iron Circus', pro), venueMachine(8, 'Iron Circus', premium)],
    {},
    { a: 7 },
  ],
  [
    'another alias of the same machine',
    [machine('a', 'Circus', { opdb_id: `${pro}-A1vBe` })],
    [venueMachine(7, 'Iron Circus', `${pro}-AXXXX`)],
    {},
    { a: 7 },
  ],
  [
    'an exact id before an alias',
    [machine('a', 'Circus', { opdb_id: pro })],
    [venueMachine(7, 'One', `${pro}-A1vBe`), venueMachine(8, 'Two', pro)],
    {},
    { a: 8 },
  ],
  [
    'another machine of the same group is another machine',
    [machine('a', 'Circus', { opdb_id: premium })],
    [venueMachine(7, 'Iron Circus', pro)],
    {},
    {},
  ],
  [
    'the same title',
    [machine('a', 'iron circus')],
    [venueMachine(7, 'Iron  Circus'), venueMachine(8, 'Moon Miner')],
    {},
    { a: 7 },
  ],
  [
    'of two alike in the venue none',
    [machine('a', 'Iron Circus', { opdb_id: pro })],
    [venueMachine(7, 'Iron Circus', pro), venueMachine(8, 'Iron Circus', pro)],
    {},
    {},
  ],
  [
    'of two alike in the tournament none',
    [machine('a', 'Iron Circus'), machine('b', 'Iron Circus')],
    [venueMachine(7, 'Iron Circus')],
    {},
    {},
  ],
  [
    'of two alike each by what it is called',
    [machine('a', 'Circus L', { opdb_id: pro }), machine('b', 'Circus R', { opdb_id: pro })],
    [venueMachine(7, 'Iron Circus', pro), venueMachine(8, 'Iron Circus', pro)],
    { 7: 'Circus R', 8: 'Circus L' },
    { a: 8, b: 7 },
  ],
  [
    'one with another name in the tournament is not taken by its title',
    [machine('a', 'Iron Circus')],
    [venueMachine(7, 'Iron Circus')],
    { 7: 'Circus R' },
    {},
  ],
  [
    'two called alike are none',
    [machine('a', 'Circus')],
    [venueMachine(7, 'One'), venueMachine(8, 'Two')],
    { 7: 'Circus', 8: 'circus' },
    {},
  ],
])('EVT-02 a machine of the tournament is the venue’s: %s', (_what, tournament, venue, arenas, joined) => {
  expect(join(tournament, venue, arenas)).toEqual(joined)
})

test('EVT-02 of a machine that the settings name twice, the first name counts', () => {
  const named = [
    { venuemachine: 7, arena: 'Left' },
    { venuemachine: 7, arena: 'Right' },
  ]
  expect([...joinMachines([machine('a', 'Left')], [venueMachine(7, 'Iron Circus')], named)]).toHaveLength(1)
})
