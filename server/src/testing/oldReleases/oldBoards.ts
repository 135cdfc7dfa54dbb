import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { serverFolder } from '../../ground/process/config'
import { call } from '..'
import { buildWholeApp } from '../wholeApp'
import { ask, password, people, type Call, type Recorded, type Send } from './calls'

/* A database with boards of every type that an earlier release has filled, and what it answered; record.cli.ts says how they were made. */

const folder = path.join(serverFolder, 'fixtures/boards')
export const backupOfBoards = path.join(folder, 'backup.zip')

/** With what has changed on purpose since: names of machines have their article in front, and frames let dark pages through. */
const asOfNow = (answers: string) =>
  answers
    .replace(/"name":\s*"([^"]+), The"/g, '"name":"The $1"')
    .replaceAll('color-scheme:normal', 'color-scheme:light')
/** What was answered to all rounds of calls, one after the other. */
export const recorded = JSON.parse(
  asOfNow(gunzipSync(readFileSync(path.join(folder, 'answers.json.gz'))).toString()),
) as Recorded[]

/** A server that has just started, for as long as `work` takes. */
export async function withApp<Result>(
  db: Kysely<Tables>,
  work: (app: FastifyInstance) => Promise<Result>,
): Promise<Result> {
  const { app, close } = await buildWholeApp(db, { isLimited: false }, { PUBLIC_URL: 'http://localhost:3000' })
  return work(app).finally(close)
}

/** Answers the token of somebody in that database. */
export async function logIn(app: FastifyInstance, username: string): Promise<string> {
  const { body } = await call(app, 'POST', '/api/auth/', { body: { username, password } })
  return (body as { token: string }).token
}

/** Asks these rounds of calls of servers of today, and answers what they said. */
export async function askNow(db: Kysely<Tables>, rounds: readonly (readonly Call[])[]): Promise<Recorded[]> {
  const tokens = new Map<string, string>()
  await withApp(db, async (app) => {
    for (const username of Object.keys(people)) tokens.set(username, await logIn(app, username))
  })
  const answers: Recorded[] = []
  for (const round of rounds) {
    await withApp(db, async (app) => {
      const send: Send = ({ method, path: url, headers, body }) => call(app, method, url, { headers, body })
      answers.push(...(await ask(round, send, (person) => tokens.get(person)!)))
    })
  }
  return answers
}

/** Whether an answer says all that was recorded, and beside it at most fields that came later. */
function stillSays(is: unknown, was: unknown): boolean {
  if (typeof was !== 'object' || was === null) return Object.is(is, was)
  if (typeof is !== 'object' || is === null || Array.isArray(is) !== Array.isArray(was)) return false
  if (Array.isArray(was) && (is as unknown[]).length !== was.length) return false
  return Object.entries(was).every(([name, value]) => stillSays((is as Record<string, unknown>)[name], value))
}

/** Fails unless these answers are those that were recorded. */
export function expectStill(answers: readonly Recorded[], before: readonly Recorded[]): void {
  expect(answers.map(({ call: asked }) => asked)).toEqual(before.map(({ call: asked }) => asked))
  const differing = answers.flatMap((answer, at) =>
    stillSays(answer, before[at]) ? [] : [{ is: answer, was: before[at]! }],
  )
  // The first one whole, and which others there are.
  if (differing[0]) expect(differing[0].is).toMatchObject(differing[0].was)
  expect(differing.map(({ is }) => is.call)).toEqual([])
}
