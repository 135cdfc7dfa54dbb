import path from 'node:path'
import { parseArgs } from 'node:util'
import { diskSentence } from '../disk/diskErrors'
import { keptByNpm } from './keptByNpm'
import { ChangeRefused } from './refused'

interface Arguments {
  words: string[]
  /** '' for one that takes no value */
  options: Record<string, string>
}

/**
 * Splits what was typed into words and options such as `--percent 5`, `--percent=5`.
 * @param known options and whether they take a value
 * @throws ChangeRefused for an option that is not known, for one without its value, and for one that npm kept: without it, the command would do more than was asked
 */
export function argumentsOf(
  typed: readonly string[],
  known: Record<string, boolean>,
  environment: NodeJS.ProcessEnv = process.env,
): Arguments {
  const types = Object.fromEntries(
    Object.entries(known).map(([name, takesValue]) => [
      name,
      { type: takesValue ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  // parseArgs' own messages are for programmers.
  const { positionals: words, values } = parseArgs({ args: [...typed], options: types, strict: false })
  const options = Object.entries(values).map(([name, value]) => {
    if (!Object.hasOwn(known, name))
      throw new ChangeRefused(
        `There is no option --${name}. Known: ${Object.keys(known)
          .map((one) => `--${one}`)
          .join(', ')}`,
      )
    if (known[name] && typeof value !== 'string') throw new ChangeRefused(`--${name} needs a value.`)
    return [name, known[name] ? String(value) : '']
  })
  const kept = keptByNpm(Object.keys(known), typed, environment)
  if (kept) throw new ChangeRefused(kept)
  return { words, options: Object.fromEntries(options) as Record<string, string> }
}

/**
 * The words of a command in a remote's folder, where its name may be left out.
 * @throws ChangeRefused for another remote's name
 */
export function withName(name: string, words: readonly string[]): string[] {
  const [first = ''] = words
  if (first === name) return [...words]
  if (/^(?:mf-|shell$|embed$)/.test(first))
    throw new ChangeRefused(`This is the folder of ${name}, and not of ${first}. Go there, or leave the name out.`)
  return [name, ...words]
}

/**
 * The share of the visitors that was typed, in percent; everybody where none was.
 * @throws ChangeRefused for what is no whole number from 0 to 100
 */
export function percentOf(typed: string | undefined): number {
  if (typed === undefined) return 100
  if (!/^\d{1,3}$/.test(typed) || Number(typed) > 100)
    throw new ChangeRefused(`--percent is a whole number from 0 to 100, not ${typed || 'nothing'}.`)
  return Number(typed)
}

/** The path that somebody typed, from where they stand: npm runs commands in its own folder. */
export const typedPath = (typed: string): string => path.resolve(process.env.INIT_CWD ?? '', typed)

/** @throws ChangeRefused for more words than a command takes: it was meant to say something */
export function mustEnd(words: readonly string[], most: number): void {
  if (words.length > most)
    throw new ChangeRefused(
      `${words[most]} is a word too many, and nothing was done. --help says what the command takes.`,
    )
}

/** What to tell of an error: the sentence of a refusal, or of a disk; undefined of all others. */
const sentenceOf = (error: unknown) => (error instanceof ChangeRefused ? error.message : diskSentence(error))

/**
 * Runs a command to its end. Of a refusal, and of a disk that takes nothing, only a sentence is printed, and the process fails once nothing keeps it alive.
 * Answers whether it was carried out.
 * @param usage what is printed instead where --help or -h was typed
 */
export async function runCommand(
  work: () => Promise<void> | void,
  usage?: string,
  typed: readonly string[] = process.argv.slice(2),
): Promise<boolean> {
  // Whoever reads no more, as head does, ends no work.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  if (usage !== undefined && (typed.includes('--help') || typed.includes('-h'))) {
    console.log(usage)
    return true
  }
  try {
    await work()
    return true
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    process.exitCode = 1
    return false
  }
}
