import { parseArgs } from 'node:util'
import { keptByNpm } from '@multiball/platform/registry'
import { StartError } from './startError'

/** What was typed behind a command. Throws StartError with the usage for an option that it does not have. */
export function readCommandLine(usage: string, flags: readonly string[] = []): { words: string[]; isGiven(flag: string): boolean } {
  const kept = keptByNpm(flags, process.argv)
  if (kept) throw new StartError(`${kept}\n\n${usage}`)
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
    const { positionals: words, values } = parseArgs({ options, allowPositionals: true })
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
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
