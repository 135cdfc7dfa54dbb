import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { keeping } from './ground/media/media.store'
import { heaviestLine } from './heaviestAccounts'
import { makeUser, makeVenueMachine, useTestDatabase } from './testing'

const database = useTestDatabase()

test('LOAD-17 who has stored most is named, by what it takes on the disk', async () => {
  const { db } = database
  expect(await heaviestLine(db)).toBeUndefined()
  const [light, heavy] = [await makeUser(db), await makeUser(db)]
  await db
    .insertInto('games')
    .values({
      venue_machine_id: await makeVenueMachine(db, light.id),
      session_uuid: crypto.randomUUID(),
      sequence: 1,
      scores: ['5'],
    })
    .execute()
  const bytes = randomBytes(1_500_000)
  await sql`with kept as (${keeping({ hash: bytes.subarray(0, 32), type: 'image/png', width: 1, height: 1, bytes })}) insert into slideshow_images (owner_id, media) select ${heavy.id}, hash from kept`.execute(
    db,
  )
  expect(await heaviestLine(db)).toBe(
    `Most is stored by these accounts: ${heavy.username} (2 MB), ${light.username} (1 MB).`,
  )
})
