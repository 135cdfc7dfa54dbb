import { type CustomScores, type EventDocument } from '@multiball/shared/schema'
import { sampleGame } from '@multiball/shared/forms'

const first = [
  'Maria',
  'Željko',
  'Wilhelmina',
  'Teo',
  'Þórunn',
  'Дмитрий',
  'Ιωάννα',
  'Anh',
  'Priya',
  'Malik',
  'Lucía',
  'Owen',
  'Bex',
  'Hiro',
  'Jo',
  'Sam',
  'Freja',
  'Tomasz',
  'Nia',
  'Iker',
]
const last = [
  'Okonkwo',
  'Đorđević',
  'Hargreaves-Nakamura',
  'Lindqvist',
  'Einarsdóttir',
  'Соколов',
  'Παπαδοπούλου',
  'Nguyễn',
  'Castellanos',
  'Whitaker',
]
const titles = [
  'Dragon’s Keep',
  'Neon Harbor',
  'Moon Miner',
  'Turbo Canyon',
  'Voodoo Lagoon',
  'Clockwork Carnival',
  'Starline Express',
  'Kraken Bay',
  'Iron Circus',
  'Midnight Diner',
  'Robo Rodeo',
  'Thunder Alley',
  'Pharaoh’s Run',
]

const players = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    out: false,
    name: `${first[at % first.length]} ${last[(at + Math.floor(at / last.length)) % last.length]}`,
  }))
const machines = titles.map((name, at) => ({ id: `m${at}`, name, venuemachine: at + 1 }))
const scores = [1_284_906_530, 412_305_870, 97_340_110, 638_914_220, 74_022_510, 331_894_010, 902_147_330, 158_640_900]

/** A round of matches of four that are all being played. */
const matches = (count: number, from = 0): EventDocument['matches'] =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    state: 'playing',
    machine: `m${at % machines.length}`,
    players: [0, 1, 2, 3].map((slot) => `p${from + at * 4 + slot}`),
    started_at: '2026-11-20T19:30:00Z',
  }))

const standings = (count: number, top: number): EventDocument['standings'] =>
  Array.from({ length: count }, (_, at) => ({
    player: `p${(at * 7) % count}`,
    place: at + 1,
    points: Math.max(1, top - Math.floor((at * top) / (count + 2))),
    place_before: at + 1 + ((at * 5) % 7) - 3 > 0 ? at + 1 + ((at * 5) % 7) - 3 : at + 1,
  }))

const scoring: EventDocument['scoring'] = { by: 'points', awards: [[1], [7, 1], [7, 4, 1], [7, 5, 3, 1]] }
const event = (fields: Partial<EventDocument>): EventDocument => ({
  format: 'multiball-event/1',
  name: 'Friday Flippers',
  status: 'playing',
  players: [],
  machines,
  matches: [],
  standings: [],
  queues: [],
  ...fields,
})

const eight = event({
  round: { name: 'Round 5', of: 8 },
  scoring,
  players: players(8),
  matches: matches(2),
  standings: standings(8, 26),
  queues: [{ machine: 'm2', players: ['p4', 'p5'] }],
})
const hundred = event({
  name: 'Silver Lane Open',
  round: { name: 'Round 3', of: 10 },
  scoring,
  players: players(100),
  matches: matches(25).map((match, at) => (at === 3 ? { ...match, state: 'called' } : match)),
  standings: standings(100, 21),
  queues: [
    { machine: 'm0', players: ['p40', 'p41', 'p42', 'p43'] },
    { machine: 'm4', players: ['p44', 'p45', 'p46', 'p47'] },
    { machine: 'm7', players: ['p48', 'p49', 'p50'] },
  ],
})
const strikes = event({
  name: 'Three Strikes',
  round: { name: 'Round 6' },
  scoring: { by: 'strikes', awards: [[0], [0, 1], [0, 1, 1], [0, 0, 1, 1]], out_at: 3 },
  players: players(16).map((player, at) => ({ ...player, out: at >= 12 })),
  matches: matches(3),
  standings: Array.from({ length: 16 }, (_, at) => ({
    player: `p${at}`,
    place: at < 4 ? 1 : at < 12 ? 5 : 13,
    strikes: at < 4 ? 1 : at < 12 ? 2 : 3,
  })),
})
const bracketRound = (name: string, from: number, count: number, winners: boolean): EventDocument['matches'] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${name}${at}`,
    state: winners ? 'finished' : 'playing',
    machine: `m${from + at}`,
    players: [`p${at * (8 / count)}`, `p${at * (8 / count) + 4 / count}`],
    ...(winners && { order: [`p${at * (8 / count)}`] }),
  }))
const final = event({
  round: { name: 'Final' },
  players: players(8),
  matches: [...bracketRound('q', 0, 4, true), ...bracketRound('s', 4, 2, true), ...bracketRound('f', 0, 1, false)],
  bracket: [
    { name: 'Quarterfinals', matches: ['q0', 'q1', 'q2', 'q3'] },
    { name: 'Semifinals', matches: ['s0', 's1'] },
    { name: 'Final', matches: ['f0'] },
  ],
})

/** What the feeds say of this event; every machine has a game of so many players. */
const feeds = (
  document: unknown,
  { perGame = 4, ...fields }: { perGame?: number; sequence?: number | null; is_old?: boolean } = {},
): CustomScores['feeds'] => ({
  event: { kind: 'posted', document, sequence: 1, as_of: '2026-11-20T20:42:00Z', is_old: false, ...fields },
  games: {
    kind: 'game',
    games: machines.map(({ name, venuemachine }, at) => ({
      venuemachine: {
        id: venuemachine,
        venue: { id: 1, name: 'Silver Lane Arcade' },
        machine: { id: venuemachine, name, display: null },
      },
      game: sampleGame(
        Array.from({ length: perGame }, (_, slot) => scores[(at * 3 + slot) % scores.length]!),
        {
          id: venuemachine,
          venuemachine_id: venuemachine,
          started_on: '2026-11-20T19:32:00Z',
          current_player: (at % perGame) + 1,
        },
      ),
    })),
  },
})

/** What the preview's tabs show. */
export const samples: Record<string, CustomScores['feeds']> = {
  '8 players': feeds(eight),
  '100 players': feeds(hundred),
  Strikes: feeds(strikes),
  Between: feeds(event({ ...eight, status: 'between', matches: [] })),
  Final: feeds(final, { perGame: 2 }),
  Finished: feeds(event({ ...eight, status: 'finished', round: undefined, matches: [], queues: [] })),
  Soon: feeds(event({ status: 'planned', players: players(24) })),
  Old: feeds(eight, { is_old: true }),
  'Nothing yet': feeds(null, { sequence: null }),
}
