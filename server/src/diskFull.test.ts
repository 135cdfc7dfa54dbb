import { sql } from 'kysely'
import { call, makeUser, makeVenueMachine, useTestDatabase } from './testing'
import { buildWholeApp } from './testing/wholeApp'

/* A real disk that runs full is in diskFull.large.test.ts. */

const database = useTestDatabase()

test('LOAD-10 what PostgreSQL has no room for is refused with 503 and not acknowledged; the game goes on once there is room, and no new one begins for a while', async () => {
  const { db } = database
  const { id, token } = await makeUser(db)
  const machine = await makeVenueMachine(db, id)
  const whole = await buildWholeApp(db)
  const { key } = (await call(whole.app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token })).body as {
    key: string
  }
  const post = async (game: string, score: number) =>
    (
      await call(whole.app, 'POST', '/api/entry/', {
        token: key,
        body: { session_uuid: game.repeat(32), session_sequence: score, current_p1_score: score },
      })
    ).status
  const shown = async () => (await call(whole.app, 'GET', `/api/venuemachine/${machine}/current/`, { token })).body
  expect(await post('a', 1)).toBe(200)

  await sql`create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`.execute(
    db,
  )
  await sql`create trigger no_room before insert or update on games for each row execute function no_room()`.execute(db)
  expect([await post('a', 2), await post('a', 3)]).toEqual([503, 503])
  expect(await shown()).toMatchObject({ scores: [{ score: 1 }] })
  expect((await call(whole.app, 'GET', '/healthz')).status).toBe(200)

  await sql`drop trigger no_room on games`.execute(db)
  expect([await post('a', 4), await post('b', 1)]).toEqual([200, 503])
  expect(await shown()).toMatchObject({ scores: [{ score: 4 }] })
  await whole.close()
})
