import { ChangeRefused } from '../registry/changes'

export interface Arguments {
  words: string[]
  options: Record<string, string>
}

/**
 * Splits what was typed into words and options such as `--percent 5`, `--percent=5`.
 * @param known options and whether they take a value
 * @throws ChangeRefused for an option that is not known
 */
export function argumentsOf(typed: readonly string[], known: Record<string, boolean>): Arguments {
  const words: string[] = []
  const options: Record<string, string> = {}
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at]!
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const [name = '', given] = word.slice(2).split('=')
    const takesValue = known[name]
    if (takesValue === undefined) throw new ChangeRefused(`There is no option --${name}. Known: ${Object.keys(known).map((one) => `--${one}`).join(', ')}`)
    const value = takesValue ? (given ?? typed[++at]) : ''
    if (value === undefined) throw new ChangeRefused(`--${name} needs a value.`)
    options[name] = value
  }
  return { words, options }
}
