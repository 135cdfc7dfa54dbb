import { setImmediate as turn } from 'node:timers/promises'
import { livingSince } from '../../core/accounts/logins.store'
import { makeApiToken, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDevice, makeDeviceKey } from '../../testing/devices'
import { Actors, hashOf } from './actors'
import type { Actor } from './actors'

const database = useTestDatabase()

const signedOnAt = Date.UTC(2026, 0, 2, 3, 4, 5)

const device = async (venueMachineId: number | null) => {
  await database.db
    .insertInto('providers')
    .values({ name: 'maker', public_key: Buffer.alloc(65) })
    .onConflict((clash) => clash.doNothing())
    .execute()
  const uuid = crypto.randomUUID()
  const { id } = await database.db
    .insertInto('devices')
    .values({ provider: 'maker', uuid, shortcode: uuid.slice(0, 6), venue_machine_id: venueMachineId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('device_tokens')
    .values({ hash: hashOf(`token of ${id}`.replaceAll(' ', '-')), device_id: id, created_at: new Date(signedOnAt) })
    .execute()
  return { id, token: `token-of-${id}` }
}

test('finds users, devices and device keys, with Token and SToken', async () => {
  const actors = new Actors(database.db, livingSince)
  const user = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, user.id)
  const paired = await device(machine)
  const unpaired = await device(null)
  await database.db
    .insertInto('device_keys')
    .values({ hash: hashOf('the-key'), venue_machine_id: machine })
    .execute()

  expect(await actors.find(`Token ${user.token}`)).toEqual({ type: 'user', userId: user.id })
  expect(await actors.find(`SToken ${paired.token}`)).toEqual({
    type: 'device',
    deviceId: paired.id,
    venueMachineId: machine,
    signedOnAt,
  })
  expect(await actors.find(`Token ${unpaired.token}`)).toEqual({
    type: 'device',
    deviceId: unpaired.id,
    venueMachineId: null,
    signedOnAt,
  })
  expect(await actors.find('token the-key')).toEqual({ type: 'device-key', venueMachineId: machine })
})

test('TOK-02 TOK-05 an API token is its owner’s until its end; its last use is noted once an hour', async () => {
  const start = Date.UTC(2026, 10, 29)
  let now = start
  const user = await makeUser(database.db)
  const token = await makeApiToken(database.db, user.id, ['read', 'tvs'], { expires_at: new Date(start + 7_200_000) })
  const find = () => new Actors(database.db, livingSince, { now: () => now }).find(`Token ${token}`)
  const usedAt = async () =>
    (
      await database.db
        .selectFrom('api_tokens')
        .select('used_at')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).used_at?.getTime()
  for (const [later, noted] of [
    [0, 0],
    [3_599_000, 0],
    [3_601_000, 3_601_000],
  ] as const) {
    now = start + later
    expect(await find()).toEqual({ type: 'api-token', userId: user.id, scopes: ['read', 'tvs'] })
    expect(await usedAt()).toBe(start + noted)
  }
  now = start + 7_200_000
  expect(await find()).toEqual({ type: 'anonymous' })
})

test.each([undefined, '', 'Token', 'Token  ', 'Basic abc', 'Token unknown', 'Token a b'])(
  '%p is anonymous',
  async (header) => {
    expect(await new Actors(database.db, livingSince).find(header)).toEqual({ type: 'anonymous' })
  },
)

test('a revoked token is believed for 5 s at most, and not at all once it is forgotten', async () => {
  let now = 1
  const actors = new Actors(database.db, livingSince, { now: () => now })
  const user = await makeUser(database.db)
  const find = async () => (await actors.find(`Token ${user.token}`)).type
  const revoke = () => database.db.deleteFrom('tokens').where('user_id', '=', user.id).execute()

  expect(await find()).toBe('user')
  await revoke()
  now = 5_000
  expect(await find()).toBe('user')
  now = 5_002
  expect(await find()).toBe('anonymous')

  now = 7_000
  await database.db
    .insertInto('tokens')
    .values({ hash: hashOf(user.token), user_id: user.id })
    .execute()
  expect(await find()).toBe('user')
  await revoke()
  actors.forget(hashOf(user.token))
  expect(await find()).toBe('anonymous')
})

test('what is forgotten during a look-up is not kept', async () => {
  const actors = new Actors(database.db, livingSince)
  const user = await makeUser(database.db)
  const looking = actors.find(`Token ${user.token}`)
  actors.forget('all')
  expect((await looking).type).toBe('user')
  await database.db.deleteFrom('tokens').where('user_id', '=', user.id).execute()
  expect((await actors.find(`Token ${user.token}`)).type).toBe('anonymous')
})

test('RUN-05 many that ask about one token at the same time are one question, and one that nobody has is asked about once a second', async () => {
  let now = 1
  const actors = new Actors(database.db, livingSince, { elapsed: () => now })
  const user = await makeUser(database.db)
  const asked = jest.spyOn(database.db, 'executeQuery')
  await Promise.all(Array.from({ length: 50 }, () => actors.find(`Token ${user.token}`)))
  expect(asked).toHaveBeenCalledTimes(1)
  for (; now < 2_000; now += 100) await actors.find('Token unknown')
  expect(asked).toHaveBeenCalledTimes(3)
  asked.mockRestore()
})

test('what is forgotten of one token leaves the others remembered', async () => {
  const actors = new Actors(database.db, livingSince)
  const [ann, ben] = [await makeUser(database.db), await makeUser(database.db)]
  for (const { token } of [ann, ben]) await actors.find(`Token ${token}`)
  actors.forget(hashOf(ann.token))
  expect([ann, ben].map(({ token }) => actors.known(`Token ${token}`)?.type)).toEqual([undefined, 'user'])
})

describe('what is in use', () => {
  /** Its clock goes by the test, and so does the database: `answers` says whether it does. */
  function start() {
    const clock = { now: 1 }
    const asked = { begun: 0, over: 0, answers: true }
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (!asked.answers) throw new Error('Connection terminated')
        asked.begun += 1
        return node
      },
      transformResult: async ({ result }) => ((asked.over += 1), result),
    })
    const waiting: { at: number; work: () => void }[] = []
    const actors = new Actors(db, livingSince, {
      elapsed: () => clock.now,
      schedule: (work, delayMs) => void waiting.push({ at: clock.now + delayMs, work }),
    })
    /** Begins what is due by now. */
    const begin = () => {
      for (const one of waiting.splice(0)) {
        if (one.at <= clock.now) one.work()
        else waiting.push(one)
      }
    }
    const answered = async () => {
      await turn()
      while (asked.over < asked.begun) await turn()
      await turn()
    }
    /** Posts ten times a second for so long; answers when all of these were still believed, by what they open. */
    const post = async (tokens: readonly string[], ms: number) => {
      const taken: (number | null | undefined)[][] = []
      for (const end = clock.now + ms; clock.now < end;) {
        clock.now += 100
        begin()
        await answered()
        taken.push(tokens.map((token) => machineOf(actors.known(`Token ${token}`))))
      }
      return taken
    }
    return { actors, clock, asked, begin, answered, post }
  }

  const machineOf = (actor: Actor | undefined) =>
    actor && 'venueMachineId' in actor ? actor.venueMachineId : undefined

  const keys = async (count: number) => {
    const owner = await makeUser(database.db)
    const made: { machine: number; key: string }[] = []
    for (let at = 0; at < count; at += 1) {
      const machine = await makeVenueMachine(database.db, owner.id)
      made.push({ machine, key: await makeDeviceKey(database.db, machine) })
    }
    return made
  }

  test('LOAD-15 is asked about again together, in one statement a second at most, and is never looked up by itself meanwhile', async () => {
    const { actors, asked, post } = start()
    const made = await keys(20)
    const tokens = made.map(({ key }) => key)
    await Promise.all(tokens.map((token) => actors.find(`Token ${token}`)))
    expect(asked.begun).toBe(20)
    for (const taken of await post(tokens, 30_000)) expect(taken).toEqual(made.map(({ machine }) => machine))
    expect(asked.begun).toBeLessThanOrEqual(50)
  })

  test('MAC-08 is refused 5 s after it was revoked by hand, which nobody tells, and opens what it stands for since', async () => {
    const { actors, asked, post } = start()
    const [left, gone, other] = await keys(3)
    const device = await makeDevice(database.db, null)
    await database.db
      .updateTable('devices')
      .set({ venue_machine_id: other!.machine })
      .where('id', '=', device.id)
      .execute()
    const tokens = [left!.key, gone!.key, device.token]
    for (const token of tokens) await actors.find(`Token ${token}`)
    expect((await post(tokens, 20_000)).at(-1)).toEqual([left!.machine, gone!.machine, other!.machine])
    await database.db.deleteFrom('device_keys').where('venue_machine_id', '=', gone!.machine).execute()
    await database.db.updateTable('devices').set({ venue_machine_id: null }).where('id', '=', device.id).execute()
    expect((await post(tokens, 5_000)).at(-1)).toEqual([left!.machine, undefined, null])
    const before = asked.begun
    expect(await actors.find(`Token ${gone!.key}`)).toEqual({ type: 'anonymous' })
    expect(asked.begun).toBe(before + 1)
  })

  test('MAC-08 is believed for 5 s by a server whose database does not answer, and no longer', async () => {
    const { actors, asked, clock, post } = start()
    const [{ key, machine }] = (await keys(1)) as [{ key: string; machine: number }]
    await actors.find(`Token ${key}`)
    asked.answers = false
    const taken = await post([key], 10_000)
    expect(taken.map(([one]) => one)).toEqual([
      ...Array.from({ length: 50 }, () => machine),
      ...Array.from({ length: 50 }, () => undefined),
    ])
    await expect(actors.find(`Token ${key}`)).rejects.toThrow('Connection terminated')
    asked.answers = true
    clock.now += 1
    expect(await actors.find(`Token ${key}`)).toEqual({ type: 'device-key', venueMachineId: machine })
    expect((await post([key], 20_000)).every(([one]) => one === machine)).toBe(true)
  })

  test.each(['one of them', 'all'])(
    'MAC-08 stays forgotten that was revoked while it was asked about: %s',
    async (which) => {
      const { actors, clock, begin, answered } = start()
      const { key, machine } = (await keys(1))[0]!
      await actors.find(`Token ${key}`)
      clock.now += 3_000
      expect(actors.known(`Token ${key}`)).toEqual({ type: 'device-key', venueMachineId: machine })
      clock.now += 1_000
      begin()
      // What the database answers was so before this.
      actors.forget(which === 'all' ? 'all' : hashOf(key))
      await answered()
      expect(actors.known(`Token ${key}`)).toBeUndefined()
    },
  )
})
