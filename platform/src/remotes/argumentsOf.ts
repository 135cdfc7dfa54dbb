import { parseArgs } from 'node:util'
import { ChangeRefused } from '../registry/changes'

interface Arguments {
  words: string[]
  /** '' for one that takes no value */
  options: Record<string, string>
}

/**
 * Splits what was typed into words and options such as `--percent 5`, `--percent=5`.
 * @param known options and whether they take a value
 * @throws ChangeRefused for an option that is not known, and for one without its value
 */
export function argumentsOf(typed: readonly string[], known: Record<string, boolean>): Arguments {
  const types = Object.fromEntries(Object.entries(known).map(([name, takesValue]) => [name, { type: takesValue ? ('string' as const) : ('boolean' as const) }]))
  // Its own sentences, for a mistake, are for programmers.
  const { positionals: words, values } = parseArgs({ args: [...typed], options: types, strict: false })
  const options = Object.entries(values).map(([name, value]) => {
    if (!Object.hasOwn(known, name)) throw new ChangeRefused(`There is no option --${name}. Known: ${Object.keys(known).map((one) => `--${one}`).join(', ')}`)
    if (known[name] && typeof value !== 'string') throw new ChangeRefused(`--${name} needs a value.`)
    return [name, known[name] ? String(value) : '']
  })
  return { words, options: Object.fromEntries(options) as Record<string, string> }
}
