import { parseArgs } from 'node:util'
import { keptByNpm } from '@multiball/platform/registry'
import { StartError } from './startError'

/** Somebody asked what the command takes; the message says it. */
export class HelpAsked extends StartError {
  override readonly name = 'HelpAsked'
}

/** What was typed behind a command. Throws StartError with the usage for an option that it does not have, and HelpAsked for --help. */
export function readCommandLine(
  usage: string,
  flags: readonly string[] = [],
): { words: string[]; isGiven(flag: string): boolean } {
  const typed = process.argv.slice(2)
  if (typed.some((word) => word === '--help' || word === '-h')) throw new HelpAsked(usage)
  const kept = keptByNpm(flags, process.argv)
  if (kept) throw new StartError(`${kept}\n\n${usage}`)
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
    const { positionals: words, values } = parseArgs({ args: typed, options, allowPositionals: true })
    return { words, isGiven: (flag) => values[flag] === true }
  } catch {
    throw new StartError(usage)
  }
}

/** Runs a command to its end; of a StartError only its message is printed. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof HelpAsked) return console.log(error.message)
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
