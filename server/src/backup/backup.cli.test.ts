import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { identityToRecipient } from 'age-encryption'
import { openDatabase } from '../ground/database'
import { makeUser } from '../testing'
import { useProcesses } from '../testing/processes'
import { encryptFile, momentaryIdentity } from './schedule/encryption'

const processes = useProcesses()
const open = (role: 'server' | 'command') => openDatabase({ dataFolder: path.join(processes.folder, 'home') }, { role })
const run = (command: 'backup' | 'restore', given: string[], environment = {}) =>
  processes.run(
    `server/src/backup/${command}.cli.ts`,
    { DATA_DIR: path.join(processes.folder, 'home'), ...environment },
    ...given,
  ).ended

test('BAK-05 a backup beside a running server is restored without one, encrypted, with its key', async () => {
  const server = await open('server')
  await makeUser(server.db, { display_name: 'Ann' })
  expect(await run('backup', ['ann.zip'])).toEqual({
    code: 0,
    output: expect.stringMatching(/^.+\/ann\.zip holds [\d,]+ rows of \d+ tables \([\d,]+ KiB\)\.\n$/),
  })
  expect(await run('restore', ['ann.zip', '--replace'])).toEqual({
    code: 1,
    output: 'Multiball is running on this DATA_DIR. Stop it first.\n',
  })
  await makeUser(server.db, { display_name: 'Bob' })
  await server.close()

  const [mine, moment] = [await momentaryIdentity(), await momentaryIdentity()]
  await encryptFile(
    path.join(processes.folder, 'ann.zip'),
    path.join(processes.folder, 'ann.zip.age'),
    [await identityToRecipient(mine)],
    moment,
  )
  await writeFile(path.join(processes.folder, 'key.txt'), `# created: 2026-11-24\n${mine}\n`)
  expect(await run('restore', ['ann.zip.age'])).toEqual({
    code: 1,
    output: expect.stringContaining('ann.zip.age is encrypted: name the file with its key in BACKUP_IDENTITY_FILE.'),
  })
  expect(await run('restore', ['ann.zip.age', '--replace'], { BACKUP_IDENTITY_FILE: 'key.txt' })).toEqual({
    code: 0,
    output: expect.stringMatching(/Restored [\d,]+ rows of \d+ tables, as of \S+ \(Multiball \S+\)\.\n$/),
  })
  const restored = await open('command')
  expect(await restored.db.selectFrom('users').select('display_name').execute()).toEqual([{ display_name: 'Ann' }])
  await restored.close()
})
