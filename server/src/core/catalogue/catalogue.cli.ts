import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '../../ground/database'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { readConfig } from '../../ground/process/config'
import { StartError } from '../../ground/process/startError'
import { importCatalogue } from './importCatalogue'
import { readExport } from './opdb'
import { reportText } from './reportText'
import { seedCatalogue } from './seed'

const usage = `Brings the catalogue of machines up to date; a running server goes on, and its boards show the new one within seconds:

  npm run catalogue -- import FILE [--dry-run]

FILE is an export of the Open Pinball Database (JSON), of machines or of groups. Machines and groups are added and
corrected, never removed; --dry-run only says what would change.`

const dryRun = 'dry-run'

const unreadable: Record<string, string> = {
  ENOENT: 'it is not there',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

const readText = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be read: ${unreadable[error.code ?? ''] ?? error.message}.`)
  })

async function main() {
  const { words, isGiven } = readCommandLine(usage, [dryRun])
  const [verb, name = '', ...rest] = words
  if (verb !== 'import' || name === '' || rest.length > 0) throw new StartError(usage)
  const isDry = isGiven(dryRun)
  // npm runs commands in its own folder; the file is meant from where the person stands.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name)
  const catalogue = readExport(await readText(file))
  const { db, close } = await openDatabase(readConfig(process.env), {
    role: 'command',
    seed: seedCatalogue,
    tell: (sentence) => console.error(sentence),
  })
  try {
    console.log(reportText(await importCatalogue(db, catalogue, { isDry }), { isDry }))
  } finally {
    await close()
  }
}

await runCommand(() =>
  main().catch((error: unknown) => {
    throw error instanceof StartError && error.message !== usage
      ? new StartError(`${error.message}\nNothing was changed.`)
      : error
  }),
)
