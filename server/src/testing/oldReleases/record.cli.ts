import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { serverFolder } from '../../ground/process/config'
import { createTestDatabase, startTestPostgres } from '../postgres'
import { unpackRelease } from '../release'
import type { Release } from '../release'
import { ask, password, people, rounds } from './calls'
import type { Recorded, Send } from './calls'
import { fill } from './fill'

/*
 * Made the files in server/fixtures/boards:
 *
 *   node platform/run.mjs server/src/testing/oldReleases/record.cli.ts COMMIT LATER
 *
 * Fills a database by the server of one commit and backs it up by its command; restores that by the command of a later
 * commit, and writes down what its server answers.
 */

const [commit = '', later = ''] = process.argv.slice(2)
const root = path.dirname(serverFolder)
const files = path.join(serverFolder, 'fixtures/boards')
const backup = path.join(files, 'backup.zip')

// A server refuses one that could lose scores.
const postgres = await startTestPostgres({})
const release = { old: unpackRelease(root, commit), later: unpackRelease(root, later) }

/** Starts a release on the database of this address for as long as `work` takes. */
async function withServer({ start }: Release, url: string, work: (server: string) => Promise<void>) {
  const server = await start({ DATABASE_URL: url, LOG_LEVEL: 'warn', PUBLIC_URL: 'http://localhost:3000' })
  await work(server.url).finally(server.stop)
}

async function logIn(server: string, username: string): Promise<string> {
  const answer = await fetch(`${server}/api/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return ((await answer.json()) as { token: string }).token
}

async function record(url: string) {
  const tokens = new Map<string, string>()
  await withServer(release.later, url, async (server) => {
    for (const username of Object.keys(people)) tokens.set(username, await logIn(server, username))
  })
  const answers: Recorded[] = []
  for (const round of rounds) {
    await withServer(release.later, url, async (server) => {
      const send: Send = async ({ method, path: to, headers, body }) => {
        const answer = await fetch(server + to, { method, headers, body: body && JSON.stringify(body) })
        return { status: answer.status, text: await answer.text() }
      }
      answers.push(...(await ask(round, send, (person) => tokens.get(person)!)))
    })
  }
  writeFileSync(
    path.join(files, 'answers.json.gz'),
    gzipSync(`[\n${answers.map((answer) => JSON.stringify(answer)).join(',\n')}\n]\n`, { level: 9 }),
  )
}

try {
  const { url: filled } = await createTestDatabase(postgres, { isEmpty: true })
  await withServer(release.old, filled, async (server) => {
    await fill(server, filled)
    release.old.run('server/src/backup/backup.cli.ts', [backup, '--force'], { DATABASE_URL: filled })
  })
  const { url: restored } = await createTestDatabase(postgres, { isEmpty: true })
  release.later.run('server/src/backup/restore.cli.ts', [backup], { DATABASE_URL: restored })
  await record(restored)
} finally {
  release.old.remove()
  release.later.remove()
  await postgres.close()
}
