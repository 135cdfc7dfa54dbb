/** What devices wrote down. Games are told apart by their final score, which no two have in common. */
interface Journal {
  /** posted at least once */
  sent: ReadonlySet<number>
  /** answered with 200 */
  acknowledged: ReadonlySet<number>
}

export interface Verdict {
  /** acknowledged and not stored */
  lost: number[]
  /** stored more than once */
  twice: number[]
  /** stored and never posted */
  invented: number[]
}

/** Compares what was acknowledged with what is stored; `stored` are the final scores of all settled games. */
export function judge({ sent, acknowledged }: Journal, stored: readonly number[]): Verdict {
  const seen = new Set<number>()
  const twice = new Set<number>()
  for (const score of stored) (seen.has(score) ? twice : seen).add(score)
  return {
    lost: [...acknowledged].filter((score) => !seen.has(score)),
    twice: [...twice],
    invented: [...seen].filter((score) => !sent.has(score)),
  }
}

/** The journal in the lines of a device's file: `sent SCORE`, `acknowledged SCORE`. */
export function readJournal(texts: readonly string[]): Journal {
  const journal = { sent: new Set<number>(), acknowledged: new Set<number>() }
  for (const line of texts.join('').split('\n').filter(Boolean)) {
    const [kind = '', score = ''] = line.split(' ')
    journal[kind as keyof typeof journal].add(Number(score))
  }
  return journal
}
