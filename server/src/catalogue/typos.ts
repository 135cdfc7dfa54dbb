/** Mistakes that a word of so many letters may have. */
export const mistakesAllowed = (letters: number): number => (letters < 4 ? 0 : letters < 6 ? 1 : letters < 10 ? 2 : 3)

/**
 * How many letters to add, leave out, replace or swap with the next one make one word the other: up to `most`, else Infinity.
 * `toBeginning` is that for the nearest beginning of the word, as while it is typed.
 */
export function mistakesIn(typed: string, word: string, most: number): { toWord: number; toBeginning: number } {
  const none = { toWord: Infinity, toBeginning: Infinity }
  if (most === 0 || typed.length > word.length + most) return none
  const width = Math.min(word.length, typed.length + most)
  let [before, last, row]: number[][] = [[], Array.from({ length: width + 1 }, (_, at) => at), []]
  for (let down = 1; down <= typed.length; down++) {
    row = [down]
    for (let across = 1; across <= width; across++) {
      const isSame = typed[down - 1] === word[across - 1]
      let least = Math.min(last![across]! + 1, row[across - 1]! + 1, last![across - 1]! + (isSame ? 0 : 1))
      if (down > 1 && across > 1 && typed[down - 1] === word[across - 2] && typed[down - 2] === word[across - 1]) least = Math.min(least, before![across - 2]! + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return none
    ;[before, last] = [last, row]
  }
  const within = (count: number) => (count > most ? Infinity : count)
  return { toWord: width < word.length ? Infinity : within(row![width]!), toBeginning: within(Math.min(...row!)) }
}
