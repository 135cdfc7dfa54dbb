import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serverFolder } from '../../ground/process/config'
import { call, useTestDatabase } from '..'
import { buildWholeApp } from '../wholeApp'
import { restoreBackup } from '../../backup/restoreBackup'
import { ask, boards, password, people, rounds } from './calls'
import type { Recorded, Send } from './calls'

/* A database with boards of every type that an earlier release has filled, and what it answered; record.cli.ts says how they were made. */

const folder = path.join(serverFolder, 'fixtures/boards')
/** With what has changed on purpose since: names of machines have their article in front, and frames let dark pages through. */
const asOfNow = (answers: string) => answers.replace(/"name":\s*"([^"]+), The"/g, '"name":"The $1"').replaceAll('color-scheme:normal', 'color-scheme:light')
const recorded = JSON.parse(asOfNow(gunzipSync(readFileSync(path.join(folder, 'answers.json.gz'))).toString())) as Recorded[]

const database = useTestDatabase()
const types = Object.keys(boards) as (keyof typeof boards)[]

/** A server that has just started, for as long as `work` takes. */
async function withApp<Result>(work: (app: FastifyInstance) => Promise<Result>): Promise<Result> {
  const { app, close } = await buildWholeApp(database.db, { isLimited: false }, { PUBLIC_URL: 'http://localhost:3000' })
  return work(app).finally(close)
}

async function logIn(app: FastifyInstance, username: string): Promise<string> {
  const { body } = await call(app, 'POST', '/api/auth/', { body: { username, password } })
  return (body as { token: string }).token
}

/** Whether an answer says all that was recorded, and beside it at most fields that came later. */
function stillSays(is: unknown, was: unknown): boolean {
  if (typeof was !== 'object' || was === null) return Object.is(is, was)
  if (typeof is !== 'object' || is === null || Array.isArray(is) !== Array.isArray(was)) return false
  if (Array.isArray(was) && (is as unknown[]).length !== was.length) return false
  return Object.entries(was).every(([name, value]) => stillSays((is as Record<string, unknown>)[name], value))
}

beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  await restoreBackup(database.url, path.join(folder, 'backup.zip'))
}, 60_000)

test('OPS-07 API-11 what boards, TVs and machines answered to an earlier release, they answer still, and after each change', async () => {
  const tokens = new Map<string, string>()
  await withApp(async (app) => {
    for (const username of Object.keys(people)) tokens.set(username, await logIn(app, username))
  })
  const answers: Recorded[] = []
  for (const round of rounds) {
    await withApp(async (app) => {
      const send: Send = ({ method, path: url, headers, body }) => call(app, method, url, { headers, body })
      answers.push(...(await ask(round, send, (person) => tokens.get(person)!)))
    })
  }
  expect(answers.map(({ call: asked }) => asked)).toEqual(recorded.map(({ call: asked }) => asked))
  const differing = answers.flatMap((answer, at) => (stillSays(answer, recorded[at]) ? [] : [{ is: answer, was: recorded[at] }]))
  // The first one whole, and which others there are.
  if (differing[0]) expect(differing[0].is).toMatchObject(differing[0].was as object)
  expect(differing.map(({ is }) => is.call)).toEqual([])
}, 120_000)

test('OPS-07 a new board gets a number that no board of its type has or had', () =>
  withApp(async (app) => {
    const token = await logIn(app, 'maria')
    const items = [{ item_type: 'scoreboard', item_id: 1 }, { item_type: 'scoreboard', item_id: 2 }]
    const bodies: Record<keyof typeof boards, object> = {
      scoreboard: { venuemachine_items: [{ venuemachine: 1 }] },
      leaderboard: { items: [{ type: 'venuemachine', id: 1 }] },
      comboboard: { items },
      slideshow: { items },
      streamboard: { scoreboard_items: [{ scoreboard: 1 }] },
    }
    for (const type of types) {
      for (const title of ['New', 'Newer']) {
        const made = await call(app, 'POST', `/api/${type}/`, { token, body: { title, ...bodies[type] } })
        expect(made.status).toBe(201)
        expect((made.body as { id: number }).id).toBeGreaterThan(boards[type])
      }
    }
  }))
