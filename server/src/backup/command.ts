import path from 'node:path'
import { HelpAsked, readCommandLine } from '../ground/process/commandLine'
import { readConfig } from '../ground/process/config'
import { openPostgres } from '../ground/database'
import type { OpenPostgres } from '../ground/database'
import { StartError } from '../ground/process/startError'
import type { Print } from './counted'

interface Command {
  /** the one file that it is about, absolute */
  file: string
  /** whether its one option was given */
  isForced: boolean
  /** Opens the database. Throws StartError. */
  open(): Promise<OpenPostgres>
  /** to the person, beside what the command answers */
  print: Print
  signal: AbortSignal
}

interface CommandOptions {
  usage: string
  /** a flag, such as force */
  option: string
  /** without it, a DATA_DIR must be there */
  makesDatabase: boolean
  work(command: Command): Promise<string>
}

/** Runs a command over a file: reads its arguments, opens the database where `work` asks for it, prints what that answers, and closes all. */
export async function runOverFile({ usage, option, makesDatabase, work }: CommandOptions): Promise<void> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const { words, isGiven } = readCommandLine(usage, [option])
    const [file, ...rest] = words
    if (!file || rest.length > 0) throw new StartError(usage)
    const config = readConfig(process.env)
    let postgres: OpenPostgres | undefined
    const open = async () =>
      (postgres ??= await openPostgres(config, {
        role: 'command',
        makesDatabase,
        tell: (sentence) => console.error(sentence),
      }))
    try {
      // npm runs commands in its own folder; the file is meant from where the person stands.
      const absolute = path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
      console.log(
        await work({
          file: absolute,
          isForced: isGiven(option),
          open,
          print: console.error,
          signal: interrupted.signal,
        }),
      )
    } finally {
      await postgres?.close()
    }
  } catch (error) {
    if (error instanceof HelpAsked) return console.log(error.message)
    console.error(interrupted.signal.aborted ? 'Stopped. Nothing was changed.' : explained(error))
    process.exitCode = 1
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EACCES: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder is not there',
  EISDIR: 'a folder has this name',
}

function explained(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  if (!(error instanceof Error)) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  return `It failed, and nothing was changed: ${reasons[code] ?? (message.replace(/\.+$/, '') || code)}.`
}
