import { cleanName } from './nameFace'

const hasLetter = /[\p{L}\p{N}]/u
const leadingDigits = /^\P{L}*?(\p{N}+)/u
const firstLetter = /\p{L}\p{M}*/u
const isCased = /^(?:\p{Lu}|\p{Ll}|\p{Lt})/u
const mostInitials = 3

/** 'O' of “O’Neill”, '3' of "3"; '' of a word in letters without capitals, which has no initial. */
function initialOf(word: string): string {
  const digits = leadingDigits.exec(word)?.[1]
  if (digits !== undefined) return digits
  const letter = firstLetter.exec(word)?.[0] ?? ''
  return isCased.test(letter) ? letter.toUpperCase() : ''
}

/** "Maria O."; the first word alone where letters have no capitals: the given name, in East Asia the family's. */
function shortForm(words: readonly string[]): string {
  const [first = '', ...rest] = words
  const last = rest[rest.length - 1]
  if (last === undefined) return first
  if (leadingDigits.test(last)) return ''
  const initial = initialOf(last)
  return initial ? `${first} ${initial}.` : first
}

function computedInitials(words: readonly string[]): string {
  const initials = words.map(initialOf)
  if (initials.length < 2 || initials.includes('')) return ''
  return initials.length > mostInitials ? `${initials[0]}${initials[initials.length - 1]}` : initials.join('')
}

/**
 * What a name may be shown as, the longest first: the name, "Maria O.", initials. Each is shorter than the one before it.
 * @param initials that the player chose; where there are none they are made of the name
 */
export function nameForms(name: string, initials = ''): string[] {
  const full = cleanName(name)
  const words = full.split(' ').filter((word) => hasLetter.test(word))
  const forms = [full]
  for (const form of [shortForm(words), cleanName(initials) || computedInitials(words)]) {
    if (form !== '' && [...form].length < [...forms[forms.length - 1]!].length) forms.push(form)
  }
  return forms
}
