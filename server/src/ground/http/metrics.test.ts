import { get } from 'node:http'
import { Registry } from 'prom-client'
import { call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { buildWholeApp } from '../../testing/wholeApp'
import { counter, gauge, gauges, startMetrics, RequestTimes } from './metrics'

const database = useTestDatabase()

test('what an operator sees of the product', async () => {
  const { app, metrics, close } = await buildWholeApp(database.db)
  const user = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, user.id)
  const board = await makeScoreboard(database.db, user.id, { venueMachineIds: [machine] })
  const { key } = (await call(app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token: user.token })).body as {
    key: string
  }
  await call(app, 'POST', '/api/entry/', {
    token: key,
    body: { session_uuid: crypto.randomUUID(), current_p1_score: 5 },
  })
  await call(app, 'GET', `/api/scoreboard/${board.id}/scores/`)
  await database.db
    .insertInto('mails')
    .values([
      { recipient: 'a@example.com', subject: 's', body: 'b' },
      { recipient: 'b@example.com', subject: 's', body: '', sent_at: new Date() },
    ])
    .execute()
  const text = await metrics.metrics()
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
    'multiball_mails_retried 0',
    'multiball_mails_given_up 0',
    'multiball_tvs{online="yes"} 0',
    'multiball_bus_connected 1',
    'multiball_registry_readable 1',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
  await close()
})

test('OPS-10 what cannot be read is missing, and the other figures are there', async () => {
  const metrics = new Registry()
  let isAway = true
  gauge(metrics, 'x_away', 'Of a database', async () => {
    if (isAway) throw new Error('The database is away')
    return 5
  })
  gauges(metrics, 'x_away_by', 'Of a database', ['type'], async () =>
    isAway ? Promise.reject(new Error('The database is away')) : [{ labels: { type: 'a' }, value: 6 }],
  )
  gauge(metrics, 'x_here', 'Of this process', () => 3)
  gauge(metrics, 'x_none', 'None yet', () => undefined)
  const values = async () => (await metrics.metrics()).split('\n').filter((line) => line && !line.startsWith('#'))
  await values()
  expect(await values()).toEqual(['multiball_unread_figures_total 2', 'x_here 3'])
  isAway = false
  expect(await values()).toEqual(['multiball_unread_figures_total 4', 'x_away 5', 'x_away_by{type="a"} 6', 'x_here 3'])
  isAway = true
  expect(await values()).toEqual(['multiball_unread_figures_total 4', 'x_here 3'])
})

test('OPS-03 on this machine they are for who calls it by its own name', async () => {
  const { port, close } = await startMetrics({ port: 0, host: '127.0.0.1', metrics: new Registry(), onError: () => {} })
  const status = (host: string) =>
    new Promise((resolve, reject) =>
      get({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }, (answer) =>
        resolve(answer.resume().statusCode),
      ).on('error', reject),
    )
  expect(
    await Promise.all(['localhost:9100', '127.0.0.1', 'evil.example', 'localhost.evil.example'].map(status)),
  ).toEqual([200, 200, 404, 404])
  await close()
})

test('figures and distributions are Prometheus text, one head for those of one name', async () => {
  const metrics = new Registry()
  gauge(metrics, 'x_open', 'Open ones', () => 3)
  const times = new RequestTimes(metrics)
  for (const seconds of [0.001, 0.5, 17]) times.add('GET /a', 200, seconds)
  times.add('"\\\n', 404, 0.3)
  times.add('POST /api/entry/', 503, 0.02)
  counter(metrics, 'x_total', 'All', () => 12)
  const name = 'multiball_http_request_seconds'
  const spread = (labels: string, ...counts: number[]) =>
    ['0.001', '0.0025', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '10', '+Inf']
      .map((le, place) => `${name}_bucket{${labels},le="${le}"} ${counts[place]}\n`)
      .join('')
  const once = `# HELP multiball_unread_figures_total Figures that were missing because they could not be read in time
# TYPE multiball_unread_figures_total counter
multiball_unread_figures_total 0

# HELP x_open Open ones
# TYPE x_open gauge
x_open 3

# HELP ${name} Time from a request to its answer
# TYPE ${name} histogram
${spread('route="GET /a",status="2xx"', 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3)}${name}_sum{route="GET /a",status="2xx"} 17.501
${name}_count{route="GET /a",status="2xx"} 3
${spread('route="\\"\\\\\\n",status="4xx"', 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1)}${name}_sum{route="\\"\\\\\\n",status="4xx"} 0.3
${name}_count{route="\\"\\\\\\n",status="4xx"} 1
${spread('route="POST /api/entry/",status="5xx"', 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1)}${name}_sum{route="POST /api/entry/",status="5xx"} 0.02
${name}_count{route="POST /api/entry/",status="5xx"} 1

# HELP multiball_posts_total Posts of machines (call="entry") and of programs for boards (call="feed"), by the status of their answer
# TYPE multiball_posts_total counter
multiball_posts_total{call="entry",status="503"} 1

# HELP x_total All
# TYPE x_total counter
x_total 12
`
  // Looking changes nothing.
  expect([await metrics.metrics(), await metrics.metrics()]).toEqual([once, once])
})
