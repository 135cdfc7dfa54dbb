import { sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { ProvenClock } from './provenClock'

const database = useTestDatabase()
const dayMs = 86_400_000
const lines: string[] = []
let aheadMs = 0
const clock = () =>
  new ProvenClock({ db: database.db, tell: (line) => lines.push(line), now: () => Date.now() + aheadMs })

/** As if so many days had gone by since the last look, or its clock had been so far behind. */
const pass = (days: number) =>
  sql`update turns set taken_until = taken_until - ${days}::float8 * interval '1 day'`.execute(database.db)

/** What each of these looks answers, so many days after the one before. */
async function looks(days: readonly number[], looking = clock()): Promise<boolean[]> {
  const answers: boolean[] = []
  for (const passed of days) {
    await pass(passed)
    answers.push(await looking.isProven())
  }
  return answers
}

beforeEach(async () => {
  await sql`delete from turns`.execute(database.db)
  lines.length = 0
  aheadMs = 0
})

test('RUN-14 a clock that is new to a database is proven after a week', async () => {
  expect(await looks([0, 3, 3, 2])).toEqual([false, false, false, true])
  expect(lines).toEqual([])
})

test.each([
  ['two years ahead', 730],
  ['a month behind', -30],
])(
  'RUN-14 one that is set %s, with the database’s, proves itself for a week again, and it is said once',
  async (_how, days) => {
    await looks([0, 7])
    expect(await looks([days, 0, 6.9, 0.2])).toEqual([false, false, false, true])
    expect(lines).toEqual([
      expect.stringMatching(/^The clock has gone from .*: nothing is deleted for its age within the next seven days\./),
    ])
  },
)

test('RUN-14 a server that is started once a week is believed, and the next start remembers', async () => {
  await looks([0, 7])
  expect([await looks([7]), await looks([9])]).toEqual([[true], [true]])
})

test('RUN-14 one that is a day from the database’s decides nothing, and it is said once', async () => {
  const looking = clock()
  await looks([0, 8], looking)
  aheadMs = 2 * dayMs
  expect(await looks([0, 0], looking)).toEqual([false, false])
  expect(lines).toEqual([
    expect.stringMatching(/^The clock says .*, the database’s .*: nothing is deleted for its age until they agree\.$/),
  ])
  aheadMs = 0
  expect(await looks([0], looking)).toEqual([true])
})
