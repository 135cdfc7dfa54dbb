import { rankOf } from '@multiball/shared/display'
import { scoreFromWire, type Game, type EventDocument, type EventMatch } from '@multiball/shared/schema'

/** The game of a match, as far as it is surely that. */
export interface MatchGame {
  /** beside the match's players */
  scores: bigint[]
  /** place among them of the one who is up */
  up: number | undefined
  ball: number | undefined
  isOver: boolean
}

const fold = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Somebody put the name of another player of this match on a slot: they do not play in the order that was posted. */
function contradicts(game: Game, names: readonly string[]): boolean {
  return game.scores.some(({ position, player }) => {
    const claimed = player && fold(player.cached_display_name)
    return claimed
      ? names.some(
          (name, at) => at !== position - 1 && fold(name) === claimed && fold(names[position - 1] ?? '') !== claimed,
        )
      : false
  })
}

/**
 * The scores of a match from the newest game of its machine: only a game of as many players, which began after the match did.
 * Of a finished match only a game that is over, and that does not say otherwise than its result.
 * @param names beside the match's players
 * @param hasEarly a game that was running when the match began is the match's, too; one that was over never is
 */
export function gameOf(
  match: EventMatch,
  game: Game | null | undefined,
  names: readonly string[],
  hasEarly: boolean,
): MatchGame | undefined {
  if (!game || game.is_test || match.state === 'called' || game.scores.length !== match.players.length) return undefined
  const slots = [...game.scores].sort((one, other) => one.position - other.position)
  if (slots.some(({ position }, at) => position !== at + 1) || contradicts(game, names)) return undefined
  const isOver = game.settled_on !== null
  const begun = match.started_at === undefined ? undefined : Date.parse(match.started_at)
  if (begun === undefined) {
    if (isOver) return undefined
  } else if (hasEarly ? isOver && Date.parse(game.settled_on!) < begun : !(Date.parse(game.started_on ?? '') >= begun))
    return undefined
  const scores = slots.map(({ score }) => scoreFromWire(score))
  if (match.state === 'finished' && !(isOver && agrees(match, scores))) return undefined
  const up = isOver || game.current_player === null ? -1 : game.current_player - 1
  return {
    scores,
    up: scores[up] === undefined ? undefined : up,
    ball: isOver ? undefined : (game.current_ball ?? undefined),
    isOver,
  }
}

/** Whether these scores put the players in the order of the result. */
function agrees({ players, order }: EventMatch, scores: readonly bigint[]): boolean {
  const listed = (order ?? []).map((player) => scores[players.indexOf(player)])
  return listed.length > 0 && listed.every((score, at) => score !== undefined && (at === 0 || listed[at - 1]! >= score))
}

/** Place of the one who would win; undefined before anybody has scored, alone, and in a tie. */
export function leaderOf(scores: readonly bigint[]): number | undefined {
  const best = scores.reduce((most, score) => (score > most ? score : most), 0n)
  const leaders = scores.flatMap((score, at) => (score === best ? [at] : []))
  return best > 0n && scores.length > 1 && leaders.length === 1 ? leaders[0] : undefined
}

/** What a match would give to its players if its game ended now. */
export interface Ending {
  players: readonly string[]
  /** beside the players */
  awards: readonly number[]
}

/** Undefined while somebody has not scored, and where a tie would have to be decided: nobody knows by which rule. */
export function endingOf(
  { players }: EventMatch,
  { scores }: MatchGame,
  scoring: EventDocument['scoring'],
): Ending | undefined {
  const awards = scoring?.awards?.[players.length - 1]
  if (!awards || awards.length < players.length || players.length < 2 || scores.some((score) => score <= 0n))
    return undefined
  const places = scores.map((score) => rankOf(score, scores))
  const isDecided = places.every((place, at) => places.every((other, beside) => at === beside || place !== other))
  return isDecided ? { players, awards: places.map((place) => awards[place - 1]!) } : undefined
}

/** Where a player would stand. */
interface Projected {
  place: number
  isOut: boolean
}

/**
 * The standings if the games ended now, by player; undefined where nothing is sure to change or somebody's points are not
 * known. Those in a tie share a place; who is out already keeps theirs.
 */
export function projectStandings(
  { standings, scoring, players }: EventDocument,
  endings: readonly Ending[],
): Map<string, Projected> | undefined {
  if (!scoring || endings.length === 0) return undefined
  const gains = new Map<string, number>()
  for (const ending of endings)
    for (const [at, player] of ending.players.entries())
      gains.set(player, (gains.get(player) ?? 0) + ending.awards[at]!)
  const byStrikes = scoring.by === 'strikes'
  const strikesOut = (byStrikes && scoring.out_at) || Infinity
  const wasOut = new Set([
    ...players.filter(({ out }) => out).map(({ id }) => id),
    ...standings.filter(({ strikes = 0 }) => strikes >= strikesOut).map(({ player }) => player),
  ])
  const totals = new Map<string, number>()
  for (const { player, points, strikes } of standings) {
    const before = byStrikes ? strikes : points
    if (before === undefined) return undefined
    // Tenths add up to tenths.
    totals.set(player, Math.round((before + (gains.get(player) ?? 0)) * 1e6) / 1e6)
  }
  if (![...gains.keys()].some((player) => totals.has(player))) return undefined
  // The best the largest; who goes out now has most strikes of all who play.
  const worth = (player: string) => (byStrikes ? -totals.get(player)! : totals.get(player)!)
  const playing = standings
    .flatMap(({ player }) => (wasOut.has(player) ? [] : [worth(player)]))
    .sort((one, other) => other - one)
  const placeOf = new Map<number, number>()
  for (const [at, value] of playing.entries()) if (!placeOf.has(value)) placeOf.set(value, at + 1)
  return new Map(
    standings.map(({ player, place }) => [
      player,
      wasOut.has(player)
        ? { place, isOut: true }
        : { place: placeOf.get(worth(player))!, isOut: byStrikes && totals.get(player)! >= strikesOut },
    ]),
  )
}
