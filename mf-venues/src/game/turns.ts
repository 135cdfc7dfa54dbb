import { scoreFromWire } from '@multiball/shared/schema'
import type { TimelinePoint } from '@multiball/shared/schema'

/** One player's play of one ball. */
export interface Turn {
  /** 1-6 */
  player: number
  ball: number
  /** ms since the game's start */
  from: number
  to: number
  gained: bigint
  /** what the player had after it */
  score: bigint
  /** all that ran meanwhile, as the machine names them, each once */
  modes: string[]
}

const scoreOf = ({ scores }: TimelinePoint, player: number): bigint | undefined => {
  const score = scores[player - 1]
  return score === null || score === undefined ? undefined : scoreFromWire(score)
}

/** Who is up with which ball; a machine for one player may not say who. */
function upAt({ player, ball, scores }: TimelinePoint): { player: number; ball: number } | undefined {
  const who = player ?? (scores.length === 1 ? 1 : null)
  return who !== null && who > 0 && ball !== null && ball > 0 ? { player: who, ball } : undefined
}

/**
 * The turns of a game in their order. A turn lasts until the next one begins: what a ball's bonus brings, comes after
 * the ball is lost. Empty where nobody said who is up with which ball.
 */
export function turnsOf(points: readonly TimelinePoint[]): Turn[] {
  const turns: Turn[] = []
  /** what each player has had after a turn */
  const last = new Map<number, bigint>()
  let before = 0n
  for (const [place, point] of points.entries()) {
    const up = upAt(point)
    const current = turns.at(-1)
    // The first state after a turn has its bonus, and so has each one with nobody up.
    if (current) {
      current.to = point.at
      current.score = scoreOf(point, current.player) ?? current.score
      current.gained = current.score - before
      last.set(current.player, current.score)
    }
    if (!up) continue
    let turn = current
    if (!turn || turn.player !== up.player || turn.ball !== up.ball) {
      before = last.get(up.player) ?? (place > 0 ? scoreOf(points[place - 1]!, up.player) : undefined) ?? 0n
      const score = scoreOf(point, up.player) ?? before
      turn = { ...up, from: point.at, to: point.at, gained: score - before, score, modes: [] }
      turns.push(turn)
    }
    for (const mode of point.modes) if (!turn.modes.includes(mode)) turn.modes.push(mode)
  }
  return turns
}

/** The turns by ball, each ball with its turns in their order. */
export function ballsOf(turns: readonly Turn[]): { ball: number; turns: Turn[] }[] {
  const balls = new Map<number, Turn[]>()
  for (const turn of turns) balls.set(turn.ball, [...(balls.get(turn.ball) ?? []), turn])
  return [...balls].map(([ball, ofBall]) => ({ ball, turns: ofBall }))
}
