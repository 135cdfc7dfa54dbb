import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { livingSince } from '../core/accounts/logins.store'
import { Actors, hashOf } from '../ground/http/actors'
import { makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import { makeDevice } from '../testing/devices'
import { restoreBackup } from './restoreBackup'
import { writeBackup } from './writeBackup'

const database = useTestDatabase()
let folder: string

beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'multiball-tokens-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('MAC-06 after a restore devices go on under tokens that are younger than the backup, and those that it does not know are unpaired', async () => {
  const { db, url } = database
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  const known = await makeDevice(db, machine)
  const file = path.join(folder, 'backup.zip')
  await writeBackup(url, file)

  const younger = { hash: hashOf('younger'), device_id: known.id, created_at: new Date(1_800_000_000_000) }
  await db.insertInto('device_tokens').values(younger).execute()
  const later = await makeDevice(db, await makeVenueMachine(db, owner.id))
  await db
    .insertInto('providers')
    .values({ name: 'another maker', public_key: Buffer.alloc(65) })
    .execute()
  const foreign = await makeDevice(db, null)
  await db.updateTable('devices').set({ provider: 'another maker' }).where('id', '=', foreign.id).execute()

  await restoreBackup(url, file, { replace: true })
  const actorOf = (token: string) => new Actors(db, livingSince).find(`SToken ${token}`)
  expect(await actorOf(known.token)).toMatchObject({ type: 'device', venueMachineId: machine })
  expect(await actorOf('younger')).toMatchObject({
    type: 'device',
    venueMachineId: machine,
    signedOnAt: 1_800_000_000_000,
  })
  expect(await actorOf(later.token)).toMatchObject({ type: 'device', venueMachineId: null })
  // Of its maker nobody knows a key here, so it cannot have been let in.
  expect(await actorOf(foreign.token)).toEqual({ type: 'anonymous' })
})
