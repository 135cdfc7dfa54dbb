import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { identityToRecipient } from 'age-encryption'
import { encryptFile, momentaryIdentity } from './schedule/encryption'

const patienceMs = 120_000
const root = path.resolve(__dirname, '../../..')
const started: ChildProcess[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-commands-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function run(file: string, environment: Record<string, string>, ...given: string[]) {
  const child = spawn(process.execPath, ['platform/run.mjs', file, ...given], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', DEPLOY_DIR: path.join(folder, 'deploy'), INIT_CWD: folder, ...environment },
  })
  started.push(child)
  let output = ''
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const look of heard) look()
    })
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => child.on('close', (code) => resolve({ code, output })))
  /** what the output says, once it does */
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => void (pattern.test(output) && resolve(pattern.exec(output)![1] ?? ''))
      heard.add(look)
      look()
      void ended.then(() => reject(new Error(output)))
    })
  return { child, ended, says }
}

const home = (name: string) => ({ DATA_DIR: path.join(folder, name) })
const backup = (environment: Record<string, string>, ...given: string[]) => run('server/src/backup/backup.cli.ts', environment, ...given).ended
const restore = (environment: Record<string, string>, ...given: string[]) => run('server/src/backup/restore.cli.ts', environment, ...given).ended

const post = (address: string, call: string, body: object) =>
  fetch(`${address}${call}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const person = { username: 'ann', password: 'Sup3r!secret', first_name: 'Ann', last_name: 'Bell', email: 'ann@example.com' }

test('backup beside a running server, restore without one, and the restored server is the old one', async () => {
  const first = run('server/src/main.ts', home('one'))
  const address = await first.says(/ready: (http:\S+)/)
  expect((await post(address, '/api/account/register/', person)).status).toBe(201)

  expect(await backup(home('one'), 'ann.zip')).toEqual({ code: 0, output: expect.stringMatching(/^\S+\/ann\.zip holds [\d,]+ rows of \d+ tables \([\d,]+ KiB\)\.\n$/) })
  expect(await backup(home('one'), 'ann.zip')).toEqual({ code: 1, output: expect.stringContaining('Choose another name, or add --force to overwrite it.') })
  expect(await restore(home('one'), 'ann.zip', '--replace')).toEqual({ code: 1, output: 'Multiball is running on this DATA_DIR. Stop it first.\n' })
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)

  expect(await restore(home('one'), 'ann.zip')).toEqual({ code: 1, output: expect.stringContaining('The database is not empty. Add --replace') })
  expect(await restore(home('two'), 'ann.zip')).toEqual({ code: 0, output: expect.stringMatching(/Restored [\d,]+ rows of \d+ tables, as of \S+ \(Multiball [\d.]+\)\.\n$/) })

  const second = run('server/src/main.ts', { ...home('two'), DEMO: '1' })
  const again = await second.says(/ready: (http:\S+)/)
  expect(await (await post(again, '/api/auth/', { username: 'ann', password: person.password })).json()).toEqual({ token: expect.any(String) })
  expect((await post(again, '/api/auth/', { username: 'demo', password: 'Demo1234!' })).status).toBe(400)
  second.child.kill('SIGTERM')
  expect((await second.ended).output).not.toContain('demo')
}, patienceMs)

test('BAK-05 an encrypted backup is restored with its key', async () => {
  const first = run('server/src/main.ts', home('plain'))
  await first.says(/ready: (http:\S+)/)
  expect((await backup(home('plain'), 'plain.zip')).code).toBe(0)
  first.child.kill('SIGTERM')
  await first.ended
  const [mine, moment] = [await momentaryIdentity(), await momentaryIdentity()]
  await encryptFile(path.join(folder, 'plain.zip'), path.join(folder, 'plain.zip.age'), [await identityToRecipient(mine)], moment)
  await writeFile(path.join(folder, 'key.txt'), `# created: 2026-11-24\n${mine}\n`)
  expect(await restore(home('again'), 'plain.zip.age')).toEqual({ code: 1, output: expect.stringContaining('plain.zip.age is encrypted: name the file with its key in BACKUP_IDENTITY_FILE.') })
  expect(await restore({ ...home('again'), BACKUP_IDENTITY_FILE: 'key.txt' }, 'plain.zip.age')).toEqual({ code: 0, output: expect.stringMatching(/Restored [\d,]+ rows/) })
}, patienceMs)

test.each([
  ['no file', backup, [], /^Writes all that the database holds/],
  ['two files', backup, ['a.zip', 'b.zip'], /^Writes all that the database holds/],
  ['an unknown option', restore, ['--everything'], /^Puts a backup into the database/],
  ['a DATA_DIR that is not there', backup, ['a.zip'], /^There is no database: \S+\/nowhere does not exist\.\n$/],
])('%s is refused with a sentence', async (_title, command, given, sentence) => {
  expect(await command(home('nowhere'), ...given)).toEqual({ code: 1, output: expect.stringMatching(sentence) })
}, patienceMs)
