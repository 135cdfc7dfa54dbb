import { get } from 'node:http'
import { call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import { buildWholeApp } from '../testing/wholeApp'
import { startMetrics } from './metrics'
import { textOf } from './readings'

const database = useTestDatabase()

test('what an operator sees of the product', async () => {
  const { app, composition, close } = await buildWholeApp(database.db)
  const user = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, user.id)
  const board = await makeScoreboard(database.db, user.id, { venueMachineIds: [machine] })
  const { key } = (await call(app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token: user.token })).body as { key: string }
  await call(app, 'POST', '/api/entry/', { token: key, body: { session_uuid: crypto.randomUUID(), current_p1_score: 5 } })
  await call(app, 'GET', `/api/scoreboard/${board.id}/scores/`)
  await database.db.insertInto('mails').values([{ recipient: 'a@example.com', subject: 's', body: 'b' }, { recipient: 'b@example.com', subject: 's', body: '', sent_at: new Date() }]).execute()
  const text = textOf(await composition.readings!())
  for (const line of [
    'multiball_entries_recorded_total 1',
    'multiball_entries_waiting 0',
    'multiball_commit_seconds_count 1',
    'multiball_commit_rows_bucket{le="1"} 1',
    'multiball_commit_rows_sum 1',
    'multiball_viewers 0',
    'multiball_viewers_slow 0',
    'multiball_boards_in_memory 1',
    'multiball_states_published_total 0',
    'multiball_mails_waiting 1',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
  await close()
})

test('OPS-03 on this machine they are for who calls it by its own name', async () => {
  const { port, close } = await startMetrics({ port: 0, host: '127.0.0.1', read: async () => [], onError: () => {} })
  const status = (host: string) =>
    new Promise((resolve, reject) => get({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on('error', reject))
  expect(await Promise.all(['localhost:9100', '127.0.0.1', 'evil.example', 'localhost.evil.example'].map(status))).toEqual([200, 200, 404, 404])
  await close()
})
