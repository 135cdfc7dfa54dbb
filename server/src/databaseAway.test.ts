import { sql } from 'kysely'
import { openPool } from './ground/database/pool'
import { call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from './testing'
import { openWire } from './testing/wire'
import type { Wire } from './testing/wire'
import { buildWholeApp } from './testing/wholeApp'
import type { WholeApp } from './testing/wholeApp'

const database = useTestDatabase()
let wire: Wire
let whole: WholeApp
let key: string
let machine: number
let pool: ReturnType<typeof openPool>
let sequence = 0

beforeAll(async () => {
  wire = await openWire(database.url)
  pool = openPool({ connectionString: wire.url, max: 3, answerWithinMs: 1_500 })
  whole = await buildWholeApp(pool.db)
  const { id, token } = await makeUser(database.db)
  machine = await makeVenueMachine(database.db, id)
  await makeScoreboard(database.db, id, { venueMachineIds: [machine] })
  ;({ key } = (await call(whole.app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token })).body as {
    key: string
  })
}, 60_000)
afterAll(async () => {
  await whole.close()
  await pool.db.destroy()
  await wire.close()
})

const post = () => {
  sequence += 1
  return call(whole.app, 'POST', '/api/entry/', {
    token: key,
    body: { session_uuid: 'a'.repeat(32), session_sequence: sequence, current_p1_score: sequence },
  })
}
const ready = async () => (await call(whole.app, 'GET', '/readyz')).status

test('RUN-04 a database whose host is gone refuses posts in time, and serves again as soon as it can be reached', async () => {
  expect([(await post()).status, await ready()]).toEqual([200, 200])

  wire.cut()
  const [isReady, ...refused] = await Promise.all([ready(), post(), post()])
  expect(isReady).toBe(503)
  for (const { status, headers } of refused)
    expect([status, Number(headers['retry-after'])]).toEqual([503, expect.any(Number)])

  // New connections reach it again: nothing has to be restarted.
  wire.mend()
  expect([(await post()).status, await ready()]).toEqual([200, 200])
  expect((await call(whole.app, 'GET', `/api/venuemachine/${machine}/current/`)).body).toMatchObject({
    scores: [{ score: sequence }],
  })
})

test('RUN-15 a database that takes no writes, as an old primary after a failover, refuses posts and is not ready; the server finds the new primary', async () => {
  const name = sql.id(new URL(database.url).pathname.slice(1))
  expect((await post()).status).toBe(200)
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.db)
  // From now on the address leads to the old primary, and then to the new one, with the connections to the old one open.
  wire.drop()
  while ((await post()).status === 200) await new Promise(setImmediate)
  expect((await call(whole.app, 'GET', '/readyz')).body).toMatchObject({ detail: 'The database takes no writes.' })
  await sql`alter database ${name} reset default_transaction_read_only`.execute(database.db)
  while ((await ready()) !== 200) await new Promise(setImmediate)
  expect((await post()).status).toBe(200)
})

test('RUN-02 a database whose host is gone holds up no end', async () => {
  expect((await post()).status).toBe(200)
  wire.cut()
  const late = post()
  await whole.close()
  expect((await late).status).toBe(503)
  // Else the database keeps what is half done for a minute, and its end waits for that.
  wire.drop()
})
