import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { identityToRecipient } from 'age-encryption'
import { isReady, useProcesses } from '../testing/processes'
import { encryptFile, momentaryIdentity } from './schedule/encryption'

const patienceMs = 120_000
const processes = useProcesses()
const { run } = processes

const home = (name: string) => ({ DATA_DIR: path.join(processes.folder, name) })
const backup = (environment: Record<string, string>, ...given: string[]) => run('server/src/backup/backup.cli.ts', environment, ...given).ended
const restore = (environment: Record<string, string>, ...given: string[]) => run('server/src/backup/restore.cli.ts', environment, ...given).ended

const post = (address: string, call: string, body: object) =>
  fetch(`${address}${call}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const person = { username: 'ann', password: 'Sup3r!secret', first_name: 'Ann', last_name: 'Bell', email: 'ann@example.com' }

test('backup beside a running server, restore without one, and the restored server is the old one', async () => {
  const first = run('server/src/main.ts', home('one'))
  const address = await first.says(isReady)
  expect((await post(address, '/api/account/register/', person)).status).toBe(201)

  expect(await backup(home('one'), 'ann.zip')).toEqual({ code: 0, output: expect.stringMatching(/^\S+\/ann\.zip holds [\d,]+ rows of \d+ tables \([\d,]+ KiB\)\.\n$/) })
  expect(await backup(home('one'), 'ann.zip')).toEqual({ code: 1, output: expect.stringContaining('Choose another name, or add --force to overwrite it.') })
  expect(await backup(home('one'), '.', '--force')).toEqual({ code: 1, output: 'It failed, and nothing was changed: a folder has this name.\n' })
  expect(await restore(home('one'), 'ann.zip', '--replace')).toEqual({ code: 1, output: 'Multiball is running on this DATA_DIR. Stop it first.\n' })
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)

  expect(await restore(home('one'), 'ann.zip')).toEqual({ code: 1, output: expect.stringContaining('The database is not empty. Add --replace') })
  expect(await restore(home('two'), 'ann.zip')).toEqual({ code: 0, output: expect.stringMatching(/Restored [\d,]+ rows of \d+ tables, as of \S+ \(Multiball \S+\)\.\n$/) })

  const second = run('server/src/main.ts', { ...home('two'), DEMO: '1' })
  const again = await second.says(isReady)
  expect(await (await post(again, '/api/auth/', { username: 'ann', password: person.password })).json()).toEqual({ token: expect.any(String) })
  expect((await post(again, '/api/auth/', { username: 'demo', password: 'Demo1234!' })).status).toBe(400)
  second.child.kill('SIGTERM')
  expect((await second.ended).output).not.toContain('demo')
}, patienceMs)

test('BAK-05 that backup, encrypted, is restored with its key', async () => {
  const [mine, moment] = [await momentaryIdentity(), await momentaryIdentity()]
  await encryptFile(path.join(processes.folder, 'ann.zip'), path.join(processes.folder, 'ann.zip.age'), [await identityToRecipient(mine)], moment)
  await writeFile(path.join(processes.folder, 'key.txt'), `# created: 2026-11-24\n${mine}\n`)
  expect(await restore(home('again'), 'ann.zip.age')).toEqual({ code: 1, output: expect.stringContaining('ann.zip.age is encrypted: name the file with its key in BACKUP_IDENTITY_FILE.') })
  expect(await restore({ ...home('again'), BACKUP_IDENTITY_FILE: 'key.txt' }, 'ann.zip.age')).toEqual({ code: 0, output: expect.stringMatching(/Restored [\d,]+ rows/) })
}, patienceMs)

test.each([
  ['no file', backup, [], /^Writes all that the database holds/],
  ['two files', backup, ['a.zip', 'b.zip'], /^Writes all that the database holds/],
  ['an unknown option', restore, ['--everything'], /^Puts a backup into the database/],
  ['a backup that is not there, before a database is made,', restore, ['nothing.zip'], /^[^\n]*nothing\.zip[^\n]*\n$/],
  ['a DATA_DIR that is not there', backup, ['a.zip'], /^There is no database: \S+\/nowhere does not exist\.\n$/],
])('%s is refused with a sentence', async (_title, command, given, sentence) => {
  expect(await command(home('nowhere'), ...given)).toEqual({ code: 1, output: expect.stringMatching(sentence) })
}, patienceMs)
