import { articles, companies, editionWords, plainText } from '../database/catalogue/names'
import type { CatalogueMachine } from './catalogue.store'
import { mistakesAllowed, mistakesIn } from './typos'

/*
 * Finds machines by what people type. Every distinct word of the catalogue is compared with each typed word once, so that a
 * search costs some thousand comparisons of words, however many machines have them; texts and words that are compared are
 * bounded.
 */

const mostWords = 10

/** How much a word tells, by where it stands. */
const weights = { abbreviation: 1.15, name: 1, initials: 0.85, maker: 0.6, year: 0.6, group: 0.5, system: 0.3 } as const
type Field = keyof typeof weights

interface Indexed {
  machine: CatalogueMachine
  /** by the word's number, the weight of the best field that has it */
  words: Map<number, number>
  /** the name without its edition and articles, without blanks */
  squeezed: string
  nameWords: number
  isEdition: boolean
}

/** A machine that fits; `fit` is a whole number, higher for those that fit better. */
interface Hit {
  machine: CatalogueMachine
  fit: number
}

const small = new Set(['of', 'the', 'and', 'from', 'in', 'on', 'a', 'an', 'to', 'for'])
/** Said of any machine, so that they leave none out. */
const saysNothing = (word: string) => articles.has(word) || companies.has(word) || word === 'machine' || word === 'by'

const wordsIn = (text: string): string[] => plainText(text).split(' ').filter((word) => word !== '')
const withoutEdition = (name: string) => name.replace(/\s*\([^()]*\)\s*$/, '') || name

/** 'Attack from Mars' → afm, am; 'Terminator 2' → t2 */
function initialsOf(name: string): string[] {
  const words = wordsIn(withoutEdition(name))
  const first = (some: readonly string[]) => some.map((word) => (/^\d+$/.test(word) ? word : word[0])).join('')
  const most = words.filter((word, at) => !(at === 0 && articles.has(word)))
  return [...new Set([first(words), first(most), first(words.filter((word) => !small.has(word)))])].filter((text) => text.length > 1)
}

const squeeze = (words: readonly string[]) => words.filter((word) => !articles.has(word)).join('')

/** From here on a fit is without mistakes. */
const good = 0.7

/** How well a typed word fits a word of the catalogue, 0 to 1. */
function fitOf(typed: string, word: string, most: number): number {
  if (typed === word) return 1
  if (word.startsWith(typed)) return 0.8 + 0.15 * (typed.length / word.length)
  if (typed.length > 2 && word.includes(typed)) return good
  if (most === 0) return 0
  const { toWord, toBeginning } = mistakesIn(typed, word, most)
  if (toWord < Infinity) return 0.7 - 0.1 * toWord
  return typed.length > 4 && toBeginning < Infinity ? 0.45 - 0.1 * toBeginning : 0
}

export class CatalogueIndex {
  private readonly numbers = new Map<string, number>()
  private readonly indexed: readonly Indexed[]

  /** @param groupOf the group of a machine by its id */
  constructor(machines: readonly CatalogueMachine[], groupOf: ReadonlyMap<number, { name: string }>) {
    this.indexed = machines.map((machine) => this.index(machine, groupOf.get(machine.id)?.name))
  }

  private index(machine: CatalogueMachine, group = ''): Indexed {
    const words = new Map<number, number>()
    const add = (texts: readonly string[], field: Field) => {
      for (const word of texts) {
        const key = `${marks[field] ?? ''}${word}`
        const number = this.numbers.get(key) ?? this.numbers.size
        this.numbers.set(key, number)
        words.set(number, Math.max(words.get(number) ?? 0, weights[field]))
      }
    }
    const { name, manufacturer, year, system, abbreviations } = machine
    const own = wordsIn(name)
    add(own, 'name')
    add(wordsIn(group), 'group')
    add(wordsIn(manufacturer), 'maker')
    add(year === null ? [] : [String(year)], 'year')
    add(wordsIn(system ?? ''), 'system')
    add(abbreviations.map(plainText), 'abbreviation')
    add(initialsOf(name), 'initials')
    const base = wordsIn(withoutEdition(name))
    return { machine, words, squeezed: squeeze(base), nameWords: base.length, isEdition: withoutEdition(name) !== name }
  }

  /** The machines that fit a text, the best first. None for a text without letters and digits. */
  search(text: string): Hit[] {
    const typed = wordsIn(text).slice(0, mostWords)
    if (typed.length === 0) return []
    const told = typed.filter((word) => !saysNothing(word))
    const asked = told.length > 0 ? told : typed
    const fits = asked.map((word) => this.fitsOf(word, asked.length === 1))
    const squeezed = squeeze(typed)
    const mistakes = Math.max(0, mistakesAllowed(squeezed.length) - 1)
    const hits = this.indexed.flatMap((one) => {
      const hit = fitOfAll(one, fits) ?? fitOfWhole(one, squeezed, mistakes)
      return hit ? [{ machine: one.machine, fit: Math.round((hit.fit + bonusOf(one, squeezed, hit.named)) * 50), isGood: hit.isGood }] : []
    })
    const isSpelt = hits.some(({ isGood }) => isGood)
    return hits.filter(({ isGood }) => isGood || !isSpelt).sort(byFit)
  }

  /** By the numbers of the words that it fits, how well. */
  private fitsOf(typed: string, isAlone: boolean): Map<number, number> {
    const fits = new Map<number, number>()
    const most = mistakesAllowed(typed.length)
    const longer = editionWords(typed)
    for (const [key, number] of this.numbers) {
      const fit = key.startsWith('=') ? Number(key === `=${typed}` || (isAlone && key === `==${typed}`)) : Math.max(fitOf(typed, key, most), longer?.[0] === key ? 1 : 0)
      if (fit > 0) fits.set(number, fit)
    }
    return fits
  }
}

/** Before words that are typed as a whole or not at all: abbreviations, and initials, which are too many to stand beside another word. */
const marks: Partial<Record<Field, string>> = { abbreviation: '=', initials: '==' }

interface Fit {
  fit: number
  isGood: boolean
  /** how many typed words stand for its name */
  named: number
}

/** Each typed word fits one of the machine. */
function fitOfAll({ words }: Indexed, asked: readonly ReadonlyMap<number, number>[]): Fit | undefined {
  let [sum, least, named] = [0, 1, 0]
  for (const fits of asked) {
    let [best, bestFit, bestWeight] = [0, 0, 0]
    for (const [number, weight] of words) {
      const fit = fits.get(number) ?? 0
      if (fit * weight > best) [best, bestFit, bestWeight] = [fit * weight, fit, weight]
    }
    if (best === 0) return undefined
    sum += best
    least = Math.min(least, bestFit)
    if (bestWeight >= weights.initials) named += 1
  }
  return { fit: sum / asked.length, isGood: least >= good, named }
}

/** The whole text fits the whole name, however its words are parted: 'foofighters', 'pin bot'. */
function fitOfWhole({ squeezed }: Indexed, typed: string, most: number): Fit | undefined {
  if (typed.length < 3) return undefined
  if (squeezed.startsWith(typed)) return { fit: 0.9, isGood: true, named: 1 }
  if (typed.length > 4 && squeezed.includes(typed)) return { fit: good, isGood: true, named: 1 }
  const { toWord, toBeginning } = mistakesIn(typed, squeezed, most)
  if (toWord < Infinity) return { fit: 0.65 - 0.08 * toWord, isGood: false, named: 1 }
  return typed.length > 5 && toBeginning < Infinity ? { fit: 0.5 - 0.08 * toBeginning, isGood: false, named: 1 } : undefined
}

/** More for the name itself, for short names of which much was typed, and for a machine that is no special edition. */
const bonusOf = ({ squeezed, nameWords, isEdition }: Indexed, typed: string, named: number) =>
  (squeezed === typed ? 1 : squeezed.startsWith(typed) ? 0.25 : 0) + 0.2 * Math.min(1, named / nameWords) + (isEdition ? 0 : 0.05)

/** Of those that fit alike the newest, which stands in more bars. */
const byFit = (one: Hit, other: Hit) =>
  other.fit - one.fit || (other.machine.year ?? 0) - (one.machine.year ?? 0) || one.machine.name.localeCompare(other.machine.name, 'en') || one.machine.id - other.machine.id
