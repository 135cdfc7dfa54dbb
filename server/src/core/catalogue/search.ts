import MiniSearch from 'minisearch'
import type { Query } from 'minisearch'
import type { CatalogueMachine } from './catalogue.store'
import { articles, companies, editionWords, plainText, withoutEdition } from './names'

/*
 * Finds machines by what people type. What is searched for are words, their ends, and whole names without blanks; what is typed
 * with mistakes is only tried once nothing is called like that.
 */

/** What a machine is found by, and how much it tells. */
const boost = {
  abbreviations: 3,
  whole: 2,
  initials: 2,
  name: 1,
  ends: 0.3,
  beginnings: 0.5,
  maker: 0.5,
  year: 0.5,
  group: 0.4,
  system: 0.2,
}
type Field = keyof typeof boost
/** What may be typed in part, or with mistakes; abbreviations and initials are typed as they are or not at all. */
const words: Field[] = ['name', 'maker', 'year', 'group', 'system']

/** Texts are bounded: each word costs a search of its own, and one with mistakes ten times as much. */
const mostWords = 10
const mostWordsWithMistakes = 6
const mistakesIn = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)

/** Before parts of words: more signs than a word may have mistakes, so that the search for those never strays among parts, most of the index. */
const marks = { ends: '---', beginnings: '+++' }

const small = new Set(['of', 'the', 'and', 'from', 'in', 'on', 'a', 'an', 'to', 'for'])
/** Said of any machine, so that they leave none out. */
const saysNothing = (word: string) => articles.has(word) || companies.has(word) || word === 'machine' || word === 'by'

const wordsIn = (text: string): string[] =>
  plainText(text)
    .split(' ')
    .filter((word) => word !== '')
const isEdition = ({ name }: CatalogueMachine) => withoutEdition(name) !== name
const squeeze = (some: readonly string[]) => some.filter((word) => !articles.has(word)).join('')

/** 'Attack from Mars' → afm, am; 'Terminator 2' → t2 */
function initialsOf(name: string): string[] {
  const all = wordsIn(withoutEdition(name))
  const first = (some: readonly string[]) => some.map((word) => (/^\d+$/.test(word) ? word : word[0])).join('')
  const most = all.filter((word, at) => !(at === 0 && articles.has(word)))
  return [...new Set([first(all), first(most), first(all.filter((word) => !small.has(word)))])].filter(
    (text) => text.length > 1,
  )
}

/** 'godzilla' → odzilla … lla; of several words also arabiannights, without blanks. */
function endsOf(name: string): string[] {
  const all = wordsIn(withoutEdition(name)).filter((word) => !articles.has(word))
  return [
    ...all.flatMap((word) => tails([...word].slice(0, mostLetters)).filter((end) => end.length > 2)),
    ...tails(all).slice(0, -1),
  ]
}
/** Of longer words than anybody makes, only so much: what an index holds of a word grows with its length. */
const mostLetters = 24
const tails = (parts: readonly string[]) => parts.slice(1).map((_, at) => parts.slice(at + 1).join(''))

/** 'godzilla' → godz … godzill: what is misspelt before it is typed to its end. */
const beginningsOf = (name: string) =>
  wordsIn(withoutEdition(name)).flatMap((word) =>
    Array.from({ length: Math.max(0, Math.min(word.length, mostLetters) - 4) }, (_, at) => word.slice(0, at + 4)),
  )

/** Of machines that fit alike the newer, and the plain model, which stand in more bars. */
const commonness = (machine: CatalogueMachine) =>
  (1 + ((machine.year ?? 1950) - 1950) / 1000) * (isEdition(machine) ? 0.9 - machine.name.length / 500 : 1)

export class CatalogueIndex {
  private readonly index: MiniSearch<CatalogueMachine>
  private readonly machines: ReadonlyMap<number, CatalogueMachine>

  /** @param groupOf the group of a machine by its id */
  constructor(machines: readonly CatalogueMachine[], groupOf: ReadonlyMap<number, { name: string }>) {
    const texts: Record<Field, (machine: CatalogueMachine) => readonly string[]> = {
      abbreviations: ({ abbreviations }) => abbreviations.map(plainText),
      whole: ({ name }) => [squeeze(wordsIn(withoutEdition(name)))],
      initials: ({ name }) => initialsOf(name),
      name: ({ name }) => wordsIn(name),
      ends: ({ name }) => endsOf(name).map((end) => marks.ends + end),
      beginnings: ({ name }) => beginningsOf(name).map((beginning) => marks.beginnings + beginning),
      maker: ({ manufacturer }) => wordsIn(manufacturer),
      year: ({ year }) => (year === null ? [] : [String(year)]),
      group: ({ id }) => wordsIn(groupOf.get(id)?.name ?? ''),
      system: ({ system }) => wordsIn(system ?? ''),
    }
    const split = (text: string) => text.split(' ')
    this.machines = new Map(machines.map((machine) => [machine.id, machine]))
    this.index = new MiniSearch({
      fields: Object.keys(boost),
      extractField: (machine, field) => (field === 'id' ? machine.id : texts[field as Field](machine).join(' ')),
      tokenize: split,
      processTerm: (word) => word,
      searchOptions: { boost, boostDocument: (id: number) => commonness(this.machines.get(id)!) },
    })
    this.index.addAll(machines)
  }

  /** The machines that fit, the best first; `isSo` tells those that are called exactly so. None for a text without letters and digits. */
  search(text: string): { machine: CatalogueMachine; isSo: boolean }[] {
    const typed = wordsIn(text).slice(0, mostWords)
    if (typed.length === 0) return []
    const told = typed.filter((word) => !saysNothing(word))
    const asked = [...new Set(told.length > 0 ? told : typed)]
    const whole = squeeze(typed)
    const spelt = this.index.search(queryOf(asked, whole, () => 0))
    const found =
      spelt.length > 0 || asked.length > mostWordsWithMistakes
        ? spelt
        : this.index.search(queryOf(asked, whole, mistakesIn))
    return found.map(({ id }) => {
      const machine = this.machines.get(id as number)!
      return { machine, isSo: squeeze(wordsIn(withoutEdition(machine.name))) === whole }
    })
  }
}

/** Each word stands for something of the machine, or all of them together, wherever the spaces are, are its name: 'foofighters', 'pin bot'. */
function queryOf(asked: readonly string[], whole: string, mistakes: (word: string) => number): Query {
  const wordQuery = (word: string): Query => ({
    combineWith: 'OR',
    queries: [
      { queries: [word], fields: words, prefix: true, fuzzy: mistakes(word) },
      { queries: [word], fields: asked.length === 1 ? ['abbreviations', 'initials'] : ['abbreviations'] },
      { queries: [marks.ends + word], fields: ['ends'], prefix: true },
      ...(mistakes(word) > 0 ? [{ queries: [marks.beginnings + word], fields: ['beginnings'], fuzzy: 1 }] : []),
      ...(editionWords(word)
        ? [{ combineWith: 'AND' as const, queries: [...editionWords(word)!], fields: ['name'] }]
        : []),
    ],
  })
  return {
    combineWith: 'OR',
    queries: [
      { combineWith: 'AND', queries: asked.map(wordQuery) },
      ...(whole.length > 2
        ? [
            { queries: [whole], fields: ['whole'], prefix: true, fuzzy: mistakes(whole) },
            { queries: [marks.ends + whole], fields: ['ends'], prefix: true },
          ]
        : []),
    ],
  }
}
