import { scoreFromWire, type Game } from '@multiball/shared/schema'

/** Looks at what one viewer shows, state by state. */
interface Watchful {
  look(games: readonly Game[]): void
  /** the first player's final score of each settled game that was on show */
  settled(): number[]
  /** states that were older than one before: another score fell, a settled game went on, or an older game came back */
  backwards(): number
}

export function watchful(): Watchful {
  const finals = new Set<number>()
  let older = 0
  let last: Game | undefined

  const isOlder = (game: Game, than: Game) => {
    if (game.id !== than.id) return game.id < than.id
    if (than.settled_on && !game.settled_on) return true
    return than.scores.some(({ position, score }) => scoreFromWire(game.scores.find((one) => one.position === position)?.score ?? -1) < scoreFromWire(score))
  }

  return {
    look([game]) {
      if (!game || game === last) return
      if (last && isOlder(game, last)) older += 1
      last = game
      if (game.settled_on) finals.add(Number(game.scores[0]?.score))
    },
    settled: () => [...finals],
    backwards: () => older,
  }
}
