import { parseArgs } from 'node:util'
import { StartError } from './startError'

/** Where `--` is left out, npm keeps an option for itself, and says so only in the environment: the command would do more than was asked. */
function holdToNpm(usage: string, flags: readonly string[]): void {
  const kept = flags.find((flag) => process.env[`npm_config_${flag.replaceAll('-', '_')}`] && !process.argv.includes(`--${flag}`))
  if (kept) throw new StartError(`npm has kept --${kept} for itself, and nothing was done. Put -- in front of what is for the command.\n\n${usage}`)
}

/** What was typed behind a command. Throws StartError with the usage for an option that it does not have. */
export function readCommandLine(usage: string, flags: readonly string[] = []): { words: string[]; isGiven(flag: string): boolean } {
  holdToNpm(usage, flags)
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
