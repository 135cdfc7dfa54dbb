/*
 * What machines are called, and when two of them are called the same.
 */

/** 'Addams Family, The' → 'The Addams Family'; what stands in brackets stays at the end. */
export const naturalName = (name: string): string => name.replace(/^(.*), (The|A|An)(?= \(|$)/i, '$2 $1')

/** 'The Addams Family' → 'Addams Family', which it is sorted by; the database makes `sort_name` the same way. */
export const withoutArticle = (name: string): string => name.replace(/^(the|an?) +/i, '')

/** Small letters and digits, one blank between words; accents, punctuation and apostrophes are left out. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`]/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const editions = new Map([
  ['le', ['limited', 'edition']],
  ['ce', ['collectors', 'edition']],
  ['se', ['special', 'edition']],
])

/** What the short form of an edition stands for: 'le' → limited edition. */
export const editionWords = (word: string): readonly string[] | undefined => editions.get(word)

const wordsOf = (plain: string): string[] =>
  plain.split(' ').flatMap((word) => editionWords(word) ?? (word === '' ? [] : [word]))

export const articles: ReadonlySet<string> = new Set(['the', 'a', 'an'])

/** 'Godzilla (Premium)' → 'Godzilla' */
export const withoutEdition = (name: string): string => name.replace(/\s*\([^()]*\)\s*$/, '') || name

/** The same for names that differ in case, accents, punctuation, articles and short forms of editions only. */
export const nameKey = (name: string): string => {
  const words = wordsOf(plainText(name))
  const kept = words.filter((word) => !articles.has(word))
  return (kept.length > 0 ? kept : words).join(' ')
}

export const companies: ReadonlySet<string> = new Set([
  'pinball',
  'pinballs',
  'games',
  'amusement',
  'amusements',
  'electronics',
  'company',
  'co',
  'corporation',
  'corp',
  'inc',
  'incorporated',
  'ltd',
  'gmbh',
  'ab',
  'mfg',
  'manufacturing',
])

/** The same for makers that differ in such words, and in those for companies. */
export const makerKey = (maker: string): string => {
  const words = plainText(maker).split(' ')
  const kept = words.filter((word) => !companies.has(word))
  return (kept.length > 0 ? kept : words).join(' ')
}

/** Whatever the year, machines with the same key may be the same. */
export const machineKey = ({ name, manufacturer }: { name: string; manufacturer: string }): string =>
  `${nameKey(naturalName(name))}\n${makerKey(manufacturer)}`

/** Whether a year that is not known hides that two machines are the same. */
export const mayBeOfOneYear = (one: number | null, other: number | null): boolean =>
  one === null || other === null || one === other
