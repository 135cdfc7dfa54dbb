import { ChangeRefused } from '../registry/changes'

/**
 * The words of a command in a remote's folder, where its name may be left out.
 * @throws ChangeRefused for another remote's name
 */
export function withName(name: string, words: readonly string[]): string[] {
  const [first = ''] = words
  if (first === name) return [...words]
  if (/^(?:mf-|shell$|embed$)/.test(first)) throw new ChangeRefused(`This is the folder of ${name}, and not of ${first}. Go there, or leave the name out.`)
  return [name, ...words]
}
