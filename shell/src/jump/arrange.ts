import { commandGroups, type Command } from '@multiball/shared/schema'

export interface CommandGroup {
  title: string
  commands: Command[]
}

/** As it is compared: without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean)

/** How well a command fits, 0 the best; undefined when a word of the text stands nowhere in it. */
function rank(
  { label, detail = '', keywords = '', group }: Command,
  text: string,
  words: readonly string[],
): number | undefined {
  const name = plain(label)
  const all = `${name} ${plain(detail)} ${plain(keywords)} ${plain(group)}`
  if (!words.every((word) => all.includes(word))) return undefined
  if (name.startsWith(text)) return 0
  const starts = wordsOf(label)
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 1
  return words.every((word) => name.includes(word)) ? 2 : 3
}

/** of a group, found and before anything is typed */
const mostFound = 12
const mostOffered = 4

/**
 * The commands to list, by group: those whose every word of the text stands in theirs, in any order, the best first, and the
 * group with the best one first. Without a text the recent ones, then some of each group.
 * @param recent ids, the newest first
 */
export function arrange(commands: readonly Command[], text: string, recent: readonly string[]): CommandGroup[] {
  const words = wordsOf(text)
  return words.length > 0 ? found(commands, words) : offered(commands, recent)
}

function found(commands: readonly Command[], words: readonly string[]): CommandGroup[] {
  const text = words.join(' ')
  const fitting = commands.flatMap((command) => {
    const fit = rank(command, text, words)
    return fit === undefined ? [] : [{ command, fit }]
  })
  const groups = commandGroups.flatMap((title) => {
    const own = fitting.filter(({ command }) => command.group === title).sort((one, other) => one.fit - other.fit)
    return own[0] ? [{ title, best: own[0].fit, commands: own.slice(0, mostFound).map(({ command }) => command) }] : []
  })
  return groups
    .sort((one, other) => one.best - other.best)
    .map(({ title, commands: own }) => ({ title, commands: own }))
}

function offered(commands: readonly Command[], recent: readonly string[]): CommandGroup[] {
  const known = recent.flatMap((id) => commands.find((command) => command.id === id) ?? [])
  const others = commandGroups.map((title) => {
    const own = commands.filter((command) => command.group === title && !known.includes(command))
    // Of what can be done, what begins something: the rest is about one of very many things.
    const begins = (command: Command) => Number('to' in command)
    return {
      title,
      commands: title === 'Pages' ? own : own.sort((one, other) => begins(other) - begins(one)).slice(0, mostOffered),
    }
  })
  return [{ title: 'Recent', commands: known }, ...others].filter((group) => group.commands.length > 0)
}
