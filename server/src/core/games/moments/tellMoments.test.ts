import { tellMoments } from './tellMoments'
import type { Bests } from './tellMoments'

const noBests = (title: Bests['title'], zone: string | null): Bests => ({
  title,
  month: { until: -Infinity },
  day: { until: -Infinity },
  players: new Map(),
  marks: [],
  zone,
})

/** machine, when, and the scores of its slots; of an account where it is named, such as `700 by 8` */
type Played = [machine: number, at: string, ...scores: string[]]

/** What games tell one after the other, by their places in the list, from 1. */
function toldBy(games: readonly Played[], zone: string | null = null, marks: Bests['marks'] = []): string[] {
  const title = {}
  const machines = new Map([1, 2].map((id) => [id, { ...noBests(title, zone), marks }]))
  return games.flatMap(([venueMachineId, at, ...slots], place) =>
    tellMoments(
      slots.map((text, slot) => {
        const [score = '', user] = text.split(' by ')
        return {
          game: place + 1,
          position: slot + 1,
          venueMachineId,
          score: BigInt(score),
          settledAt: Date.parse(at),
          user: user === undefined ? null : Number(user),
        }
      }),
      machines.get(venueMachineId)!,
    ).map(({ id, previous, mark }) =>
      [
        id,
        ...(previous ? [`beats ${previous.score} of ${previous.game}:${previous.position}`] : []),
        ...(mark === null ? [] : [`passes ${mark}`]),
      ].join(' '),
    ),
  )
}

const monday = '2026-06-15T20:00Z'
const tuesday = '2026-06-16T20:00Z'
const july = '2026-07-01T20:00Z'

test.each<[string, Played[], string[]]>([
  [
    'MOM-01 the first game beats nothing, and is the first of its day; a better one is a record of the venue',
    [
      [1, monday, '500'],
      [1, monday, '400'],
      [1, monday, '600'],
    ],
    ['first_game:1', 'venue_record:3:1 beats 500 of 1:1'],
  ],
  [
    'MOM-01 a score tells the widest record that it is: of the day, of the month, of the machine while another of its title is better',
    [
      [1, monday, '500'],
      [2, monday, '900'],
      [1, tuesday, '300'],
      [1, tuesday, '400'],
      [1, july, '200'],
      [1, july, '450'],
      [1, july, '700'],
      [1, july, '901'],
    ],
    [
      'first_game:1',
      'first_game:2',
      'venue_record:2:1 beats 500 of 1:1',
      'first_game:3',
      'day_record:4:1 beats 300 of 3:1',
      'first_game:5',
      'month_record:6:1 beats 200 of 5:1',
      'machine_record:7:1 beats 500 of 1:1',
      'venue_record:8:1 beats 900 of 2:1',
    ],
  ],
  [
    'MOM-02 an equal score beats nothing: the earlier one holds',
    [
      [1, monday, '500 by 8'],
      [1, monday, '500 by 8'],
      [1, monday, '501'],
    ],
    ['first_game:1', 'venue_record:3:1 beats 500 of 1:1'],
  ],
  [
    'MOM-03 of one game the best player has the record, the first of equal ones',
    [
      [1, monday, '500', '700'],
      [1, monday, '800', '900', '900'],
    ],
    ['first_game:1', 'venue_record:2:2 beats 700 of 1:2'],
  ],
  [
    'MOM-04 a personal best is an account’s on one machine, whatever record it is, and beats a score of the same account',
    [
      [1, monday, '500 by 8', '100 by 9'],
      [2, monday, '1000 by 8'],
      [1, monday, '200 by 9', '600 by 8'],
      [1, monday, '150 by 9'],
    ],
    [
      'first_game:1',
      'first_game:2',
      'venue_record:2:1 beats 500 of 1:1',
      'machine_record:3:2 beats 500 of 1:1',
      'personal_best:3:1 beats 100 of 1:2',
      'personal_best:3:2 beats 500 of 1:1',
    ],
  ],
])('%s', (_title, games, told) => expect(toldBy(games)).toEqual(told))

test('MOM-50 the first score above a mark that was set before tells that it has passed it, once', () => {
  const set = [
    { mark: 400n, since: Date.parse(tuesday), until: Date.parse(july) },
    { mark: 700n, since: Date.parse(july), until: Infinity },
  ]
  const games: Played[] = [
    [1, monday, '1000'],
    [1, tuesday, '400'],
    [1, tuesday, '300', '600', '500'],
    [1, tuesday, '800'],
    [1, july, '700'],
    [1, july, '900'],
  ]
  const passed = (marks: Bests['marks']) => toldBy(games, null, marks).filter((told) => told.startsWith('mark'))
  expect(passed([...set])).toEqual(['mark_passed:3:2 passes 400', 'mark_passed:6:1 passes 700'])
  // A mark that was taken back before it was passed is passed by none.
  expect(passed([{ mark: 900n, since: 0, until: Date.parse(monday) }])).toEqual([])
})

test('MOM-05 days and months begin by the clock of the venue', () => {
  const games: Played[] = [
    [1, '2026-06-30T20:00Z', '900'],
    [1, '2026-07-01T05:00Z', '300'],
    [1, '2026-07-01T06:59Z', '400'],
    [1, '2026-07-01T07:00Z', '350'],
    [1, '2026-07-01T07:01Z', '360'],
  ]
  expect(toldBy(games, 'America/Los_Angeles')).toEqual([
    'first_game:1',
    'first_game:4',
    'month_record:5:1 beats 350 of 4:1',
  ])
  expect(toldBy(games)).toEqual(['first_game:1', 'first_game:2', 'month_record:3:1 beats 300 of 2:1'])
})
