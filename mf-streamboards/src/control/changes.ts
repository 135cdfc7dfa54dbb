import { controlled, type StreamControl, type StreamControlChange } from '@multiball/shared/schema'

type PlayerChange = NonNullable<StreamControlChange['players']>[number]

const placeOf = ({ station, player }: PlayerChange) => `${station} ${player}`

/** Two changes as one: of each field, and each text of each player, what came later. */
export function merged(earlier: StreamControlChange | undefined, later: StreamControlChange): StreamControlChange {
  const players = new Map<string, PlayerChange>()
  for (const one of [...(earlier?.players ?? []), ...(later.players ?? [])])
    players.set(placeOf(one), { ...players.get(placeOf(one)), ...one })
  return { ...earlier, ...later, ...(players.size > 0 && { players: [...players.values()] }) }
}

/** A change one by one: each field, and each text of each player, as a change of its own. */
export function partsOf({ players = [], ...fields }: StreamControlChange): StreamControlChange[] {
  const texts = players.flatMap(({ station, player, ...given }) =>
    Object.entries(given).map(([name, text]) => ({ players: [{ station, player, [name]: text }] })),
  )
  return [...Object.entries(fields).map(([name, value]) => ({ [name]: value })), ...texts]
}

/** What of a change a later one does not say anew; undefined where that is nothing. */
export function without(
  change: StreamControlChange | undefined,
  later: StreamControlChange | undefined,
): StreamControlChange | undefined {
  if (!change || !later) return change
  const places = new Set(partsOf(later).map(placeIn))
  const left = partsOf(change).filter((part) => !places.has(placeIn(part)))
  return left.length > 0 ? left.reduce<StreamControlChange>((sum, part) => merged(sum, part), {}) : undefined
}

/** Where a part stands: the name of its field, or the player and which of the texts. */
function placeIn({ players: [text] = [], ...fields }: StreamControlChange): string {
  return [...(text ? [placeOf(text), ...Object.keys(text)] : []), ...Object.keys(fields)].join(' ')
}

/** A control as it will be after a change. */
export function withChange(control: StreamControl, change: StreamControlChange | undefined): StreamControl {
  if (!change) return control
  const {
    is_hidden = control.is_hidden,
    is_frozen = control.is_frozen,
    holds_moments = control.holds_moments,
    matches = control.matches,
    match = control.match,
  } = change
  return {
    ...control,
    is_hidden,
    is_frozen,
    holds_moments,
    matches,
    match,
    config_json: controlled(control.config_json, change),
  }
}

/** Where a player of a show stands: which machine, and which of its players. */
export interface Seat {
  station: number
  player: number
}

/** The seats that a streamboard shows, in their order. */
export function seatsOf({ type, scoreboardsConfig }: StreamControl['config_json']): Seat[] {
  if (type === 'multiUp') return [0, 1].map((station) => ({ station, player: 0 }))
  return Array.from({ length: scoreboardsConfig[0]?.numPlayers ?? 1 }, (_, player) => ({ station: 0, player }))
}

const nobody = { playerName: '', playerInfo: '', playerAddress: '' }

/** What was typed of the player on a seat. */
export const textsOf = ({ scoreboardsConfig }: StreamControl['config_json'], { station, player }: Seat) =>
  scoreboardsConfig[station]?.players[player] ?? nobody

/** The second half of the players comes first, as when they change places or machines; undefined where nobody can be swapped. */
export function swapped(config: StreamControl['config_json']): StreamControlChange | undefined {
  const seats = seatsOf(config)
  if (seats.length < 2) return undefined
  const half = Math.ceil(seats.length / 2)
  const texts = seats.map((seat) => textsOf(config, seat))
  const moved = [...texts.slice(half), ...texts.slice(0, half)]
  return { players: seats.map((seat, at) => ({ ...seat, ...moved[at]! })) }
}

/** The match at this place of the queue goes on: its names, and nothing of who was there before; undefined where there is none. */
export function matchAt({ matches, config_json: config }: StreamControl, at: number): StreamControlChange | undefined {
  const names = matches[at]
  if (!names) return undefined
  const isPair = config.type === 'multiUp'
  const numPlayers = Math.min(Math.max(names.length, 1), 4)
  const seats = isPair
    ? seatsOf(config)
    : Array.from({ length: numPlayers }, (_, player): Seat => ({ station: 0, player }))
  return {
    match: at,
    ...(!isPair && { numPlayers }),
    players: seats.map((seat, place) => ({ ...seat, ...nobody, playerName: names[place] ?? '' })),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Another queue. The match that is on stays it wherever it now stands, and while its names are corrected; where it was taken out, the one after it is next. */
export function withQueue({ matches: before, match }: StreamControl, matches: string[][]): StreamControlChange {
  const isNow = (names: string[] | undefined) => isSame(names, before[match])
  if (match < 0 || isNow(matches[match])) return { matches }
  const at = matches.findIndex(isNow)
  if (at >= 0) return { matches, match: at }
  if (matches.length === before.length) return { matches }
  const toCome = before.slice(match + 1)
  const isTakenOut =
    toCome.length > 0 ? isSame(matches.slice(-toCome.length), toCome) : isSame(matches, before.slice(0, match))
  return { matches, match: isTakenOut ? matches.length - toCome.length - 1 : -1 }
}
