import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartError } from '../ground/process/startError'
import { runOverFile } from './command'
import { figure } from './counted'
import { decryptFile, readIdentities } from './schedule/encryption'
import { restoreBackup } from './restoreBackup'

const usage = `Puts a backup into the database, while no server runs:

  npm run restore -- FILE [--replace]

--replace gives up all that the database holds now, but for the tokens of devices: they go on sending.
A file that ends with .age is decrypted with the key in the file that BACKUP_IDENTITY_FILE names.`

/** Does something with a backup that can be read, which is gone at the end if it had to be decrypted. */
async function withReadable<Result>(
  file: string,
  signal: AbortSignal,
  work: (readable: string) => Promise<Result>,
): Promise<Result> {
  if (!file.endsWith('.age')) return work(file)
  const { BACKUP_IDENTITY_FILE: identityFile, INIT_CWD } = process.env
  if (!identityFile) throw new StartError(`${file} is encrypted: name the file with its key in BACKUP_IDENTITY_FILE.`)
  const identities = await readIdentities(path.resolve(INIT_CWD ?? process.cwd(), identityFile))
  const folder = await mkdtemp(path.join(tmpdir(), 'multiball-restore-'))
  try {
    const readable = path.join(folder, 'backup.zip')
    await decryptFile(file, readable, identities, signal)
    return await work(readable)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await runOverFile({
  usage,
  option: 'replace',
  makesDatabase: true,
  work: async ({ file, isForced, open, print, signal }) => {
    const openUrl = async () => {
      const { url, isOwn } = await open()
      if (isOwn) return url
      throw new StartError('Multiball is running on this DATA_DIR. Stop it first.')
    }
    const { tables, moment, product_version } = await withReadable(file, signal, (readable) =>
      restoreBackup(openUrl, readable, { replace: isForced, print, signal }),
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Restored ${figure(rows)} rows of ${tables.length} tables, as of ${moment} (Multiball ${product_version}).`
  },
})
