import { cleanName } from '@multiball/shared/display'
import type { Settings } from '../settings'
import { type EventDocument, type EventMatch, joinMachines, type PlayedMachine } from '@multiball/shared/schema'
import { endingOf, gameOf, projectStandings, type Ending } from './project'

/** A player of a match. */
export interface MatchLine {
  id: string
  /** slot on the machine, 1-6 */
  position: number
  name: string
  initials: string
  /** undefined while it is not known */
  score: bigint | undefined
  isUp: boolean
  /** has won; who would win follows from the numbers on show */
  isFirst: boolean
  /** in the result of a finished match */
  place: number | undefined
  points: number | undefined
}

export interface MatchCard {
  id: string
  state: EventMatch['state']
  /** '' while it is not known */
  machine: string
  lines: MatchLine[]
  ball: number | undefined
  isGameOver: boolean
}

/** A line of the standings. */
export interface StandingRow {
  id: string
  name: string
  initials: string
  place: number
  /** places won since the round began, lost ones negative */
  change: number
  points: number | undefined
  strikes: number | undefined
  isOut: boolean
  /** the place if all games ended now; undefined where nobody can say */
  wouldBe: number | undefined
  wouldBeOut: boolean
}

/** Who waits, and for which machine; '' for any. */
export interface QueueCall {
  key: string
  machine: string
  names: string[]
}

export interface BracketMatch {
  id: string
  lines: { id: string; name: string; isWinner: boolean; isBeaten: boolean }[]
  isPlaying: boolean
}

export interface EventView {
  /** called or being played, as posted */
  live: MatchCard[]
  finished: MatchCard[]
  standings: StandingRow[]
  /** somebody's place would be another if the games ended now */
  hasProjection: boolean
  strikesOut: number | undefined
  queue: QueueCall[]
  bracket: { name: string; matches: (BracketMatch | null)[] }[]
  /** still in it */
  playerCount: number
}

type Names = ReadonlyMap<string, { name: string; initials: string }>

const nameIn = (names: Names, id: string) => names.get(id) ?? { name: cleanName(id), initials: '' }

type Chosen = Pick<Settings, 'machines' | 'show_projection' | 'early_games'>

/** What only another document, or other machines, change. */
function fixedOf(event: EventDocument, games: readonly PlayedMachine[], machines: Settings['machines']) {
  const names: Names = new Map(
    event.players.map(({ id, name, initials = '' }) => [id, { name: cleanName(name) || cleanName(id), initials }]),
  )
  const machineNames = new Map(event.machines.map(({ id, name }) => [id, cleanName(name)]))
  const strikesOut = event.scoring?.by === 'strikes' ? event.scoring.out_at : undefined
  const out = new Set(event.players.filter((player) => player.out).map(({ id }) => id))
  for (const { player, strikes = 0 } of event.standings) if (strikes >= (strikesOut ?? Infinity)) out.add(player)
  return {
    names,
    machineNames,
    joined: joinMachines(event.machines, games, machines),
    newest: newestMatches(event.matches),
    out,
    strikesOut,
    queue: event.queues
      .map(({ machine = '', players }, at) => ({
        key: `${at} ${machine}`,
        machine: machineNames.get(machine) ?? '',
        names: players.map((player) => nameIn(names, player).name),
      }))
      .filter(({ names: waiting }) => waiting.length > 0),
    bracket: bracketOf(event, names),
    playerCount: event.players.filter(({ id }) => !out.has(id)).length,
  }
}

/**
 * All that a board shows of a tournament, from what was posted and the newest game of each machine. A state comes with every
 * ball: what it cannot change is kept from the one before.
 */
export function createEventViews(): (
  event: EventDocument,
  games: readonly PlayedMachine[],
  chosen: Chosen,
) => EventView {
  let last:
    | { event: EventDocument; machines: Settings['machines']; venue: string; fixed: ReturnType<typeof fixedOf> }
    | undefined
  return (event, games, chosen) => {
    const { machines } = chosen
    const venue = games.map(({ venuemachine: { id } }) => id).join()
    if (last?.event !== event || last.machines !== machines || last.venue !== venue)
      last = { event, machines, venue, fixed: fixedOf(event, games, machines) }
    return viewOf(event, games, last.fixed, chosen)
  }
}

function viewOf(
  event: EventDocument,
  games: readonly PlayedMachine[],
  fixed: ReturnType<typeof fixedOf>,
  chosen: Chosen,
): EventView {
  const { names, machineNames, joined, newest, out, strikesOut, queue, bracket, playerCount } = fixed
  const played = new Map(games.map((one) => [one.venuemachine.id, one]))
  const endings: Ending[] = []

  const cardOf = (match: EventMatch): MatchCard => {
    const { id, state, machine = '', players } = match
    const here = played.get(joined.get(machine) ?? 0)
    const given = players.map((player) => nameIn(names, player))
    const game =
      newest.get(machine) !== id
        ? undefined
        : gameOf(
            match,
            here?.game,
            given.map(({ name }) => name),
            chosen.early_games,
          )
    const ending = game && state === 'playing' ? endingOf(match, game, event.scoring) : undefined
    if (ending) endings.push(ending)
    return {
      id,
      state,
      machine: machineNames.get(machine) ?? '',
      lines: players.map((player, at) => ({
        id: player,
        position: at + 1,
        ...given[at]!,
        score: game?.scores[at],
        isUp: state === 'playing' && game?.up === at,
        isFirst: state === 'finished' && match.order?.[0] === player,
        place: state === 'finished' && match.order?.includes(player) ? match.order.indexOf(player) + 1 : undefined,
        points: match.points?.[at] ?? undefined,
      })),
      ball: game?.ball,
      isGameOver: game?.isOver === true,
    }
  }
  const live = event.matches.filter(({ state }) => state !== 'finished').map(cardOf)
  const finished = event.matches.filter(({ state }) => state === 'finished').map(cardOf)

  const projected = chosen.show_projection && event.status === 'playing' ? projectStandings(event, endings) : undefined
  const standings = event.standings.map(({ player, place, points, strikes, place_before }): StandingRow => {
    const would = projected?.get(player)
    return {
      id: player,
      ...nameIn(names, player),
      place,
      change: place_before === undefined ? 0 : place_before - place,
      points,
      strikes,
      isOut: out.has(player),
      wouldBe: would?.place,
      wouldBeOut: would?.isOut === true,
    }
  })
  const hasProjection = standings.some(
    ({ place, wouldBe, isOut, wouldBeOut }) => wouldBe !== undefined && (wouldBe !== place || wouldBeOut !== isOut),
  )
  return { live, finished, standings, hasProjection, strikesOut, queue, bracket, playerCount }
}

/** The match whose game a machine's newest one is, by machine: the one that is played there, else the last to begin. Of two that are played nobody knows. */
function newestMatches(matches: readonly EventMatch[]): Map<string, string | undefined> {
  const newest = new Map<string, EventMatch | undefined>()
  const begun = ({ state, started_at }: EventMatch) =>
    state === 'finished' ? Date.parse(started_at ?? '') || 0 : Infinity
  for (const match of matches) {
    if (match.state === 'called' || match.machine === undefined) continue
    const known = newest.get(match.machine)
    const isAlike = known && begun(known) === begun(match)
    if (!newest.has(match.machine) || (known && begun(match) > begun(known))) newest.set(match.machine, match)
    else if (isAlike) newest.set(match.machine, undefined)
  }
  return new Map([...newest].map(([machine, match]) => [machine, match?.id]))
}

function bracketOf({ bracket = [], matches }: EventDocument, names: Names): EventView['bracket'] {
  const byId = new Map(matches.map((match) => [match.id, match]))
  return bracket.map(({ name, matches: ids }) => ({
    name: cleanName(name),
    matches: ids.map((id) => {
      const match = id === null ? undefined : byId.get(id)
      if (!match) return null
      const winner = match.state === 'finished' ? match.order?.[0] : undefined
      const lines = match.players.map((player) => ({
        id: player,
        ...nameIn(names, player),
        isWinner: player === winner,
        isBeaten: winner !== undefined && player !== winner,
      }))
      return { id: match.id, lines, isPlaying: match.state === 'playing' }
    }),
  }))
}
