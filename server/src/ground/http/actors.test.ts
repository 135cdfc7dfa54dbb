import { makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { Actors, hashOf } from './actors'

const database = useTestDatabase()

const signedOnAt = Date.UTC(2026, 0, 2, 3, 4, 5)

const device = async (venueMachineId: number | null) => {
  await database.db.insertInto('providers').values({ name: 'maker', public_key: Buffer.alloc(65) }).onConflict((clash) => clash.doNothing()).execute()
  const uuid = crypto.randomUUID()
  const { id } = await database.db
    .insertInto('devices')
    .values({ provider: 'maker', uuid, shortcode: uuid.slice(0, 6), venue_machine_id: venueMachineId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db.insertInto('device_tokens').values({ hash: hashOf(`token of ${id}`.replaceAll(' ', '-')), device_id: id, created_at: new Date(signedOnAt) }).execute()
  return { id, token: `token-of-${id}` }
}

test('finds users, devices and device keys, with Token and SToken', async () => {
  const actors = new Actors(database.db)
  const user = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, user.id)
  const paired = await device(machine)
  const unpaired = await device(null)
  await database.db.insertInto('device_keys').values({ hash: hashOf('the-key'), venue_machine_id: machine }).execute()

  expect(await actors.find(`Token ${user.token}`)).toEqual({ type: 'user', userId: user.id })
  expect(await actors.find(`SToken ${paired.token}`)).toEqual({ type: 'device', deviceId: paired.id, venueMachineId: machine, signedOnAt })
  expect(await actors.find(`Token ${unpaired.token}`)).toEqual({ type: 'device', deviceId: unpaired.id, venueMachineId: null, signedOnAt })
  expect(await actors.find('token the-key')).toEqual({ type: 'device-key', venueMachineId: machine })
})

test.each([undefined, '', 'Token', 'Token  ', 'Basic abc', 'Token unknown', 'Token a b'])('%p is anonymous', async (header) => {
  expect(await new Actors(database.db).find(header)).toEqual({ type: 'anonymous' })
})

test('a revoked token is believed for 5 s at most, and not at all once it is forgotten', async () => {
  let now = 1
  const actors = new Actors(database.db, { now: () => now })
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
  await database.db.insertInto('tokens').values({ hash: hashOf(user.token), user_id: user.id }).execute()
  expect(await find()).toBe('user')
  await revoke()
  actors.forget(hashOf(user.token))
  expect(await find()).toBe('anonymous')
})

test('what is forgotten during a look-up is not kept', async () => {
  const actors = new Actors(database.db)
  const user = await makeUser(database.db)
  const looking = actors.find(`Token ${user.token}`)
  actors.forget('all')
  expect((await looking).type).toBe('user')
  await database.db.deleteFrom('tokens').where('user_id', '=', user.id).execute()
  expect((await actors.find(`Token ${user.token}`)).type).toBe('anonymous')
})

test('RUN-05 many that ask about one token at the same time are one question, and one that nobody has is asked about once a second', async () => {
  let now = 1
  const actors = new Actors(database.db, { elapsed: () => now })
  const user = await makeUser(database.db)
  const asked = jest.spyOn(database.db, 'getExecutor')
  await Promise.all(Array.from({ length: 50 }, () => actors.find(`Token ${user.token}`)))
  expect(asked).toHaveBeenCalledTimes(1)
  for (; now < 2_000; now += 100) await actors.find('Token unknown')
  expect(asked).toHaveBeenCalledTimes(3)
  asked.mockRestore()
})

test('what is forgotten of one token leaves the others remembered', async () => {
  const actors = new Actors(database.db)
  const [ann, ben] = [await makeUser(database.db), await makeUser(database.db)]
  for (const { token } of [ann, ben]) await actors.find(`Token ${token}`)
  actors.forget(hashOf(ann.token))
  expect([ann, ben].map(({ token }) => actors.known(`Token ${token}`)?.type)).toEqual([undefined, 'user'])
})
