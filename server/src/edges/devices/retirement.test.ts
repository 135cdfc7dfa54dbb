import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { call, makeScoreboard, makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDevice, makeDeviceKey } from '../../testing/devices'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'
import { insertVenueMachine } from '../../core/venues/venues.store'
import { pairDevice, putDeviceKey } from './devices.store'

const database = useTestDatabase()
let whole: WholeApp
beforeAll(async () => {
  whole = await buildWholeApp(database.db)
})
afterAll(() => whole.close())

/** A machine on which a device, or the machine's key, is in mid-game. */
async function midGame(sender: 'device' | 'key') {
  const owner = await makeUser(database.db)
  const venue = await makeVenue(database.db, owner.id)
  const machine = await makeVenueMachine(database.db, owner.id, { venueId: venue })
  await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
  const device = await makeDevice(database.db, sender === 'device' ? machine : null)
  const token = sender === 'device' ? device.token : await makeDeviceKey(database.db, machine)
  const session_uuid = randomUUID()
  const send = (method: 'GET' | 'POST', url: string, body?: object) =>
    call(whole.app, method, url, { headers: { authorization: `SToken ${token}` }, body })
  const post = (session_sequence: number, fields: object = {}) =>
    send('POST', '/api/entry/', { session_uuid, session_sequence, current_p1_score: session_sequence * 100, ...fields })
  expect((await post(1)).status).toBe(200)
  const asOwner = (method: 'DELETE' | 'POST' | 'GET', url: string, body?: object) =>
    call(whole.app, method, url, { token: owner.token, body })
  return { owner, venue, machine, device, send, post, asOwner }
}

const gamesOf = async (machine: number) =>
  (
    await sql<object>`select successful, settled_at is not null as settled, scores::text[] as scores, (select count(*)::int from settled_scores s where s.game_id = g.id) as counted from games g where venue_machine_id = ${machine} order by id`.execute(
      database.db,
    )
  ).rows

test.each(['the machine', 'its venue'])(
  '%s is retired in mid-game: the game ends at once, counts nowhere, and its device is nobody’s',
  async (what) => {
    const { venue, machine, device, send, post, asOwner } = await midGame('device')
    expect(
      (await asOwner('DELETE', what === 'the machine' ? `/api/venuemachine/${machine}/` : `/api/venue/${venue}/`))
        .status,
    ).toBe(204)

    expect(await gamesOf(machine)).toEqual([{ successful: false, settled: true, scores: ['100'], counted: 0 }])
    // Boards show how it ended.
    expect((await call(whole.app, 'GET', `/api/venuemachine/${machine}/current/`)).body).toMatchObject({
      settled_on: expect.any(String),
      scores: [{ score: 100 }],
    })

    // Never 401: the client would hang on it.
    expect(await post(2, { active: false })).toMatchObject({
      status: 500,
      text: expect.stringContaining('not attached'),
    })
    expect((await send('GET', '/api/heartbeat/?session_active=true')).text).toBe('{"unpaired":true}')
    expect(await gamesOf(machine)).toHaveLength(1)

    // The old pair code is known to whoever sold the machine on.
    const { shortcode } = (await send('GET', `/api/scorbitron_paired/${device.uuid}/`)).body as { shortcode: string }
    const buyer = await makeUser(database.db)
    const bought = await makeVenueMachine(database.db, buyer.id)
    const pair = (code: string) =>
      call(whole.app, 'POST', `/api/venuemachine/${bought}/pair/`, { token: buyer.token, body: { shortcode: code } })
    expect((await pair(device.shortcode)).status).toBe(400)
    expect((await pair(shortcode)).status).toBe(200)
    expect((await send('POST', '/api/entry/', { session_uuid: randomUUID(), current_p1_score: 7 })).status).toBe(200)
    expect(await gamesOf(bought)).toEqual([{ successful: null, settled: false, scores: ['7'], counted: 0 }])
    expect(await gamesOf(machine)).toHaveLength(1)
  },
)

test('a game that a device key sends ends as well, and the key with it', async () => {
  const { machine, post, asOwner } = await midGame('key')
  expect((await asOwner('DELETE', `/api/venuemachine/${machine}/`)).status).toBe(204)
  expect(await gamesOf(machine)).toEqual([{ successful: false, settled: true, scores: ['100'], counted: 0 }])
  expect((await post(2)).status).toBe(401)
  expect(await gamesOf(machine)).toHaveLength(1)
})

test('a retired machine with no game in progress, or none at all, stays as it was', async () => {
  const { machine, post, asOwner } = await midGame('device')
  await post(2, { active: false })
  const before = await gamesOf(machine)
  expect((await asOwner('DELETE', `/api/venuemachine/${machine}/`)).status).toBe(204)
  expect(await gamesOf(machine)).toEqual(before)
  expect(before).toMatchObject([{ successful: true, counted: 1 }])
})

describe('RUN-06 what is made while its machine or venue is being retired', () => {
  /** Runs `work` while somebody retires the machine, or the venue, and has not committed yet. */
  async function whileRetiring<Done>(
    table: 'venue_machines' | 'venues',
    id: number,
    work: () => Promise<Done>,
  ): Promise<Done> {
    let done: Promise<Done> | undefined
    await database.db.transaction().execute(async (trx) => {
      await sql`update ${sql.table(table)} set retired_at = now() where id = ${id}`.execute(trx)
      let isOver = false
      done = work().finally(() => (isOver = true))
      const isWaiting = async () => (await sql`select from pg_locks where not granted`.execute(trx)).rows.length > 0
      while (!isOver && !(await isWaiting())) await new Promise(setImmediate)
    })
    return done!
  }
  const place = async () => {
    const owner = await makeUser(database.db)
    const venue = await makeVenue(database.db, owner.id)
    return { owner, venue, machine: await makeVenueMachine(database.db, owner.id, { venueId: venue }) }
  }

  test('a key is refused', async () => {
    const { owner, machine } = await place()
    expect(
      await whileRetiring('venue_machines', machine, () =>
        putDeviceKey(database.db, machine, owner.id, randomBytes(32)),
      ),
    ).toBeUndefined()
  })

  test('a device is not paired', async () => {
    const { owner, machine } = await place()
    const { shortcode } = await makeDevice(database.db, null)
    expect(
      await whileRetiring('venue_machines', machine, () =>
        pairDevice(database.db, machine, owner.id, shortcode, new Date()),
      ),
    ).toEqual({ type: 'unknown' })
  })

  test('a machine finds no place', async () => {
    const { owner, venue } = await place()
    expect(
      await whileRetiring('venues', venue, () => insertVenueMachine(database.db, owner.id, venue, async () => 1)),
    ).toBeUndefined()
  })

  test('two keys at the same time: one of them holds', async () => {
    const { owner, machine } = await place()
    const made = await Promise.all([1, 2].map(() => putDeviceKey(database.db, machine, owner.id, randomBytes(32))))
    expect(made).toEqual(expect.arrayContaining([null, expect.any(Buffer)]))
  })
})
