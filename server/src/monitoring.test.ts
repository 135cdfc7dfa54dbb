import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { compose } from './compose'
import { readConfig } from './ground/process/config'
import { connect } from './ground/database/pool'
import { startServer, type RunningServer } from './server'
import { call, makeScoreboard, makeUser, makeVenueMachine } from './testing'
import { databaseUrl } from './testing/postgres'
import { hasPrometheus, readDashboard, startPrometheus, type RunningPrometheus } from './testing/system/prometheus'
import { publishVersion, writeRegistry } from './testing/publishType'
import { findSystemPostgres, startStandby, startSystemPostgres, type SystemPostgres } from './testing/system/postgres'

/* What ops/ holds for operators, against a running server, and in Debian's Prometheus where that is installed. */

const ops = path.resolve(__dirname, '../../ops')
if (!hasPrometheus()) console.log('Skipped: Prometheus is not installed (apt install prometheus).')
const testWithPrometheus = hasPrometheus() ? test : test.skip

const { panels, annotations } = readDashboard(ops)
const alerts = readFileSync(path.join(ops, 'prometheus/alerts.yml'), 'utf8')
const rules = [...alerts.matchAll(/- alert: (\S+)[^]*?expr: (.+)/g)].map(([, alert, expr]): [string, string] => [
  alert!,
  expr!,
])

const system = findSystemPostgres()
const running: SystemPostgres[] = []
const isThere = ([, expression]: [string, string]) =>
  system !== undefined || !expression.includes('multiball_read_database')

let folder: string
let server: RunningServer
let prometheus: RunningPrometheus | undefined
let viewer: WebSocket | undefined

const metrics = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()

/** Those of Debian, a standby among them, where they are installed: two panels are about it. */
async function databases(): Promise<Record<string, string>> {
  if (!system) return {}
  const primary = await startSystemPostgres(folder)
  running.unshift(primary)
  const standby = await startStandby(folder, primary.url)
  running.unshift(standby)
  const admin = connect({ connectionString: primary.url, max: 1 })
  await sql`create database multiball`.execute(admin).finally(() => admin.destroy())
  return {
    DATABASE_URL: databaseUrl(primary.url, 'multiball'),
    DATABASE_READ_URL: databaseUrl(standby.url, 'multiball'),
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-monitoring-'))
  // The database's own user must be able to enter it when the tests run as root.
  chmodSync(folder, 0o755)
  const deploy = path.join(folder, 'deploy')
  mkdirSync(deploy)
  await writeRegistry(deploy, {
    'mf-clocks': {
      enabled: true,
      active: '1.0.0',
      versions: { '1.0.0': await publishVersion(deploy, 'mf-clocks', '1.0.0', 'clock', { properties: {} }) },
    },
  })
  const config = readConfig({
    ...(await databases()),
    PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
    DEPLOY_DIR: deploy,
    LOG_LEVEL: 'silent',
  })
  server = await startServer(config, compose, () => {})
  const { db } = server.foundation
  const day = new Date()
  mkdirSync(path.join(folder, 'backups'))
  await db
    .insertInto('backups')
    .values({ started_at: day, finished_at: day, name: 'multiball-2026-11-24T040000Z.zip', bytes: 5, rows: 1 })
    .execute()
  await db
    .insertInto('remote_visits')
    .values({ day, remote: 'mf-clocks', version: '1.0.0', visits: 9, failed: 1 })
    .execute()
  await db
    .insertInto('remote_failures')
    .values({ day, remote: 'mf-clocks', version: '1.0.0', code: 'load', count: 1, message: null })
    .execute()
}, 120_000)
afterAll(async () => {
  viewer?.terminate()
  await prometheus?.stop()
  await server.stop()
  for (const postgres of running) await postgres.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A machine that posts and a viewer that watches it, until it is told to end. */
async function play(): Promise<() => Promise<void>> {
  const { db } = server.foundation
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id)
  const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  const { key } = (await call(server.app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token: owner.token }))
    .body as { key: string }
  const [url = ''] = server.addresses
  viewer = new WebSocket(`${url.replace('http', 'ws')}/scoreboard/${board.id}/scores/websocket/`)
  await once(viewer, 'open')
  viewer.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board.id}:scores` }))
  let isOver = false
  const session_uuid = crypto.randomUUID()
  const playing = (async () => {
    for (let score = 1; !isOver; score += 1) {
      const { status } = await fetch(`${url}/api/entry/`, {
        method: 'POST',
        headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ session_uuid, session_sequence: score, current_p1_score: score }),
      })
      expect(status).toBe(200)
      await wait(20)
    }
  })()
  return async () => {
    isOver = true
    await playing
  }
}

test('OPS-11 every expression of dashboard and alerts names metrics that the server has', async () => {
  const end = await play()
  const text = await metrics()
  await end()
  const known = new Set([
    'up',
    ...[...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' || type === 'summary' ? ['_bucket', '_sum', '_count'].map((end) => name! + end) : [name!],
    ),
  ])
  const named = (expression: string) => expression.match(/\b(?:multiball|nodejs|process)_\w+\b/g) ?? []
  expect(rules).toHaveLength(alerts.match(/- alert:/g)!.length)
  expect(
    [...panels, ...annotations, ...rules].filter(isThere).flatMap(([title, expression]) =>
      named(expression)
        .filter((name) => !known.has(name))
        .map((name) => `${title}: ${name}`),
    ),
  ).toEqual([])
  // And the operator finds each of ours somewhere.
  const shown = new Set([...panels, ...rules].flatMap(([, expression]) => named(expression)))
  const ours = [...text.matchAll(/^# TYPE (multiball_\S+)/gm)].map(([, name]) => name!)
  expect(
    ours.filter((name) => !shown.has(name) && !['_bucket', '_sum', '_count'].some((end) => shown.has(name + end))),
  ).toEqual([])
})

test('OPS-11 every alert is explained', () => {
  const explained = readFileSync(path.resolve(ops, '../docs/operating.md'), 'utf8')
  expect(rules.map(([alert]) => alert).filter((alert) => !explained.includes(`### ${alert}\n`))).toEqual([])
  expect(
    rules
      .map(([alert]) => alert)
      .filter((alert) => !alerts.includes(`runbook: docs/operating.md#${alert.toLowerCase()}\n`)),
  ).toEqual([])
})

testWithPrometheus(
  'OPS-11 each alert fires when it should and not before',
  () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', path.join(ops, 'prometheus/alerts.test.yml')],
      { encoding: 'utf8' },
    )
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
    const tried = readFileSync(path.join(ops, 'prometheus/alerts.test.yml'), 'utf8')
    expect(rules.map(([alert]) => alert).filter((alert) => !tried.includes(`alertname: ${alert}\n`))).toEqual([])
  },
  30_000,
)

testWithPrometheus(
  'OPS-11 Prometheus understands every expression, and every panel has data of a server that is used',
  async () => {
    const end = await play()
    const { ask, empty } = (prometheus = await startPrometheus(ops, folder, server.metricsPort!))
    const shown = panels.filter(isThere)
    const deadline = Date.now() + 40_000
    let missing = await empty(shown)
    for (; missing.length > 0 && Date.now() < deadline; missing = await empty(shown)) await wait(500)
    const trouble = await Promise.all(
      [...annotations, ...rules].map(async ([title, expression]) => ({ title, answer: await ask(expression) })),
    )
    await end()
    expect(missing).toEqual([])
    expect(trouble.filter(({ answer }) => answer.status !== 'success')).toEqual([])
  },
  60_000,
)
