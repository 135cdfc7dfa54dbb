import type { EventDocument, EventMatch } from '@multiball/shared/schema'
import type { Game, Info, Round } from './matchPlay'
import type { Tournament } from './tournament'

/*
 * What an eventboard shows of a tournament of Match Play. Formats differ in what a result is: where it is not sure who
 * finished before whom, nothing is said of it.
 */

/** Formats whose results are an order of finish without ties. */
const ordered = new Set([
  'knockout',
  'matchplay',
  'group_matchplay',
  'max_matchplay',
  'pace_matchplay',
  'manual_matchplay',
  'round_robin',
  'double_round_robin',
  'bracket',
  'double_bracket',
  'group_bracket',
  'ladder',
  'frenzy',
  'target',
])
const brackets = new Set(['bracket', 'double_bracket', 'group_bracket'])
/** Formats that each player plays alone: they have rounds, or not even those, and no games of several players. */
const alone = new Set(['best_game', 'card_best_game', 'golf', 'golf_bracket', 'bowling', 'amazingrace'])
/** of a queue, that a board has any use for */
const mostWaiting = 20
const mostBytes = 60_000

type Scoring = NonNullable<EventDocument['scoring']>

const numbers = (values: readonly unknown[] | null | undefined): (number | null)[] =>
  (values ?? []).map((value) =>
    value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value),
  )

/** What each place of a group is worth, by the size of the group less one. */
function pointsByGroup(pointsMap: unknown): number[][] | undefined {
  if (typeof pointsMap !== 'object' || pointsMap === null) return undefined
  const groups: unknown[] = Array.isArray(pointsMap)
    ? pointsMap
    : [1, 2, 3, 4, 5, 6].map((size) => (pointsMap as Record<string, unknown>)[size] ?? [])
  const awards = groups
    .slice(0, 6)
    .map((group) => (Array.isArray(group) ? numbers(group).map((points) => points ?? 0) : []))
  return awards.some((group) => group.length > 1) ? awards : undefined
}

/** Strikes by place. Where a format leaves it open, a group has none: nobody says then how it would stand. */
function strikesByGroup({ type, knockoutProgressive, knockoutFair, knockoutFourPlayerStrikes }: Info): number[][] {
  if (type === 'knockout') return [[0], [0, 1]]
  if (knockoutProgressive) return [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]
  if (!knockoutFair && knockoutFourPlayerStrikes === 2) return [[0], [0, 1], [], [0, 0, 1, 1]]
  return [[0], [0, 1]]
}

/** @returns what a match is worth; undefined where nothing is counted */
function scoringOf(info: Info): Scoring | undefined {
  const { type, knockoutStrikeCount } = info
  if (type === 'knockout' || type === 'group_knockout') {
    return {
      by: 'strikes',
      awards: strikesByGroup(info),
      ...(knockoutStrikeCount && knockoutStrikeCount > 0 && { out_at: knockoutStrikeCount }),
    }
  }
  const awards = brackets.has(type) ? undefined : pointsByGroup(info.pointsMap)
  return awards && { by: 'points', awards }
}

/** Ids in order of finish, best first, as far as it is sure. */
function orderOf(info: Info, { playerIds, resultPositions, resultPoints }: Game): number[] {
  const players = (playerIds ?? []).filter((id) => id !== null)
  const points = numbers(resultPoints)
  const pointsOf = (id: number) => points[(playerIds ?? []).indexOf(id)] ?? null
  if (ordered.has(info.type) || info.knockoutProgressive) {
    const order = (resultPositions ?? []).filter((id) => id !== null)
    const isWhole =
      order.length === players.length &&
      new Set(order).size === order.length &&
      order.every((id) => players.includes(id))
    // Points that say otherwise are of another result.
    const isLikePoints = order.every(
      (id, at) => at === 0 || (pointsOf(order[at - 1]!) ?? Infinity) >= (pointsOf(id) ?? -Infinity),
    )
    return isWhole && isLikePoints ? order : []
  }
  if (players.some((id) => pointsOf(id) === null)) return []
  const isAlone = (id: number) => players.filter((other) => pointsOf(other) === pointsOf(id)).length === 1
  return players.filter(isAlone).sort((one, other) => pointsOf(other)! - pointsOf(one)!)
}

function matchOf(info: Info, game: Game): EventMatch {
  const players = (game.playerIds ?? []).filter((id) => id !== null).slice(0, 6)
  const isOver = game.status === 'completed'
  const hasMachine = typeof game.arenaId === 'number'
  const started =
    game.startedAt && !Number.isNaN(Date.parse(game.startedAt)) ? new Date(game.startedAt).toISOString() : undefined
  const order = isOver ? orderOf(info, game) : []
  return {
    id: String(game.gameId),
    state: isOver ? 'finished' : hasMachine ? 'playing' : 'called',
    ...(hasMachine && { machine: String(game.arenaId) }),
    players: players.map(String),
    ...(order.length > 0 && { order: order.map(String) }),
    ...(isOver &&
      scoringOf(info)?.by === 'points' && {
        points: players.map((id) => numbers(game.resultPoints)[(game.playerIds ?? []).indexOf(id)] ?? null),
      }),
    ...(started && { started_at: started }),
  }
}

interface Shown {
  /** nothing has happened for so long that it must be over, though nobody said so */
  isAbandoned: boolean
}

/** The document of a tournament; undefined before anything is known of it. At most 64 KiB: what is too much is left out, finished matches first. */
export function documentOf(tournament: Tournament, { isAbandoned }: Shown): EventDocument | undefined {
  const { info, roundsInOrder: rounds, standings, remembered } = tournament
  if (!info) return undefined
  const playing = rounds.filter(({ status }) => status !== 'completed')
  const shown = playing.length > 0 ? playing : rounds.slice(-1)
  const games = [...shown.flatMap(({ roundId }) => tournament.gamesOf(roundId)), ...tournament.gamesWithoutRound]
  const matches = games.map((game) => matchOf(info, game))
  const bracket = brackets.has(info.type) ? bracketOf(tournament, info, rounds) : undefined
  const isOver = info.status === 'completed' || isAbandoned
  const isAlone = alone.has(info.type)
  const isPlaying =
    rounds.length === 0 || (isAlone ? playing.length > 0 : matches.some(({ state }) => state !== 'finished'))
  const isBegun = info.status === 'started' || (info.status !== 'planned' && (isAlone || rounds.length > 0))
  const scoring = scoringOf(info)
  const round = (shown.at(-1) ?? rounds.at(-1))?.name
  const named = new Map(tournament.roster.map((player) => [player.playerId, player]))
  const outAt = scoring?.by === 'strikes' ? (scoring.out_at ?? Infinity) : Infinity
  const strikes = new Map(standings.map(({ playerId, strikeCount }) => [playerId, strikeCount ?? 0]))
  const all = [...matches, ...(bracket?.matches ?? []).filter(({ id }) => !matches.some((match) => match.id === id))]
  const arenas = [
    ...new Set([
      ...all.flatMap(({ machine }) => machine ?? []),
      ...tournament.queues.map(({ arenaId }) => String(arenaId)),
    ]),
  ]

  const whole: EventDocument = {
    format: 'multiball-event/1',
    name: info.name.trim().slice(0, 120) || `Tournament ${info.tournamentId}`,
    status: isOver ? 'finished' : !isBegun ? 'planned' : isPlaying ? 'playing' : 'between',
    ...(round && { round: { name: round.trim().slice(0, 60) || 'Round' } }),
    ...(scoring && { scoring }),
    players: [...named.values()].slice(0, 400).map(({ playerId, name, tournamentPlayer }) => ({
      id: String(playerId),
      name: name.trim().slice(0, 80) || `Player ${playerId}`,
      out: tournamentPlayer?.status === 'inactive' || (strikes.get(playerId) ?? 0) >= outAt,
    })),
    machines: arenas.slice(0, 200).map((id) => {
      const arena = tournament.arena(Number(id))
      return {
        id,
        name: arena?.name.trim().slice(0, 80) || `Machine ${id}`,
        ...(arena?.opdbId && { opdb_id: arena.opdbId.slice(0, 40) }),
      }
    }),
    matches: all.slice(0, 600),
    standings: [...standings]
      .sort((one, other) => one.position - other.position)
      .slice(0, 400)
      .filter(({ position }) => Number.isInteger(position) && position > 0)
      .map(({ playerId, position, points, strikeCount, gamesPlayed }) => ({
        player: String(playerId),
        place: position,
        ...(typeof points === 'number' && Number.isFinite(points) && { points }),
        ...(scoring?.by === 'strikes' && typeof strikeCount === 'number' && { strikes: strikeCount }),
        ...(typeof gamesPlayed === 'number' && Number.isInteger(gamesPlayed) && { played: gamesPlayed }),
        ...(remembered.placesBefore[playerId] && { place_before: remembered.placesBefore[playerId] }),
      })),
    queues: tournament.queues.slice(0, 200).map(({ arenaId, playerIds }) => ({
      machine: String(arenaId),
      players: playerIds.slice(0, mostWaiting).map(String),
    })),
    ...(bracket && bracket.rounds.length > 0 && { bracket: bracket.rounds }),
  }
  return fitting(whole)
}

/** The last rounds of a bracket, each with its matches in their order. */
function bracketOf(tournament: Tournament, info: Info, rounds: readonly Round[]) {
  const last = rounds.slice(-12).map((round) => ({
    name: (round.name ?? '').trim().slice(0, 60) || 'Round',
    matches: tournament.gamesOf(round.roundId).map((game) => matchOf(info, game)),
  }))
  return {
    rounds: last.map(({ name, matches }) => ({ name, matches: matches.map(({ id }) => id) })),
    matches: last.flatMap(({ matches }) => matches),
  }
}

const bytesOf = (document: EventDocument) => Buffer.byteLength(JSON.stringify(document))

/** The document with what a board needs least left out, until it fits. */
function fitting(document: EventDocument): EventDocument {
  const smaller: ((given: EventDocument) => EventDocument)[] = [
    (given) => ({ ...given, bracket: undefined, matches: given.matches.filter(({ state }) => state !== 'finished') }),
    (given) => ({
      ...given,
      standings: given.standings.map(({ player, place, points, strikes }) => ({
        player,
        place,
        ...(points !== undefined && { points }),
        ...(strikes !== undefined && { strikes }),
      })),
    }),
    (given) => ({
      ...given,
      standings: given.standings.slice(0, 200),
      players: given.players.filter(({ out }) => !out),
    }),
  ]
  return smaller.reduce((given, make) => (bytesOf(given) > mostBytes ? make(given) : given), document)
}
