import * as v from 'valibot'

/*
 * What Match Play says, as far as it is needed: by REST and over its socket in the same shapes, but for a few. Numbers may
 * come as texts, lists with one entry as that entry, and keys that do not apply are missing. What cannot be read is left out.
 */

const Id = v.pipe(v.number(), v.integer())
const list = <Schema extends v.GenericSchema>(item: Schema) =>
  v.pipe(
    v.optional(v.nullable(v.unknown())),
    v.transform((given) => (Array.isArray(given) ? given : given === undefined || given === null ? [] : [given])),
    v.transform((all: unknown[]) =>
      all.flatMap((one): v.InferOutput<Schema>[] => {
        const read = v.safeParse(item, one)
        return read.success ? [read.output] : []
      }),
    ),
  )
const ids = v.optional(v.fallback(v.nullable(v.array(v.nullable(Id))), null))
const amounts = v.optional(v.fallback(v.nullable(v.array(v.nullable(v.union([v.string(), v.number()])))), null))
const text = v.optional(v.fallback(v.nullable(v.string()), null))
const flag = v.optional(v.fallback(v.nullable(v.boolean()), null))
const count = v.optional(v.fallback(v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))), null))

/** What organizers and players typed, without what no text of a database holds. */
const name = v.pipe(
  v.string(),
  v.transform((typed) => typed.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')),
)

const Arena = v.object({ arenaId: Id, name, opdbId: text })
export type Arena = v.InferOutput<typeof Arena>

const Player = v.object({
  playerId: Id,
  name,
  tournamentPlayer: v.optional(v.fallback(v.nullable(v.object({ status: text })), null)),
})
export type Player = v.InferOutput<typeof Player>

const Round = v.object({ roundId: Id, index: count, name: text, status: text })
export type Round = v.InferOutput<typeof Round>

const Game = v.object({
  gameId: Id,
  roundId: Id,
  status: text,
  bye: flag,
  arenaId: v.optional(v.fallback(v.nullable(Id), null)),
  index: count,
  startedAt: text,
  playerIds: ids,
  resultPositions: ids,
  resultPoints: amounts,
  /** over the socket alone */
  arena: v.optional(v.fallback(v.nullable(Arena), null)),
})
export type Game = v.InferOutput<typeof Game>

const Info = v.object({
  tournamentId: Id,
  name,
  type: v.optional(v.fallback(v.string(), ''), ''),
  status: text,
  /** by REST a list by the size of the group, over the socket an object by the same */
  pointsMap: v.optional(v.unknown()),
  knockoutStrikeCount: count,
  knockoutProgressive: flag,
  knockoutFair: flag,
  knockoutFourPlayerStrikes: count,
  /** players wait in line for machines, where a format is played alone */
  useQueues: flag,
  players: list(Player),
  arenas: list(Arena),
})
export type Info = v.InferOutput<typeof Info>

const Standing = v.object({
  playerId: Id,
  position: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
  points: count,
  strikeCount: count,
  gamesPlayed: count,
})
export type Standing = v.InferOutput<typeof Standing>

/** What stands in the envelope of an answer, or the answer where it has none. */
const opened = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
const readList =
  <Schema extends v.GenericSchema>(item: Schema) =>
  (answer: unknown) =>
    v.parse(list(item), opened(answer))

/** Each throws ValiError for an answer that is none. */
export const readInfo = (answer: unknown): Info => v.parse(Info, opened(answer))
export const readRounds = readList(Round)
export const readGames = readList(Game)
/** Of a format that has a call of its own: games beside what else it says. */
export const readOwnGames = (answer: unknown): Game[] =>
  readGames(v.parse(v.object({ games: v.unknown() }), opened(answer)).games)
export const readPlayers = readList(Player)
export const readArenas = readList(Arena)
export const readStandings = readList(Standing)

/** Who waits for an arena, the next one first. */
export interface Queue {
  arenaId: number
  playerIds: number[]
}

const Waiting = v.object({ playerId: Id, createdAt: text })

/** By REST: lists of who waits, each under the id of its arena; an empty list where nobody waits anywhere. */
export function readQueues(answer: unknown): Queue[] {
  const byArena = v.parse(v.record(v.string(), v.unknown()), opened(answer))
  return Object.entries(byArena).flatMap(([arena, given]) => {
    const waiting = v
      .parse(list(Waiting), given)
      .sort((one, other) => ((one.createdAt ?? '') < (other.createdAt ?? '') ? -1 : 1))
    return waiting.length > 0 && /^[1-9]\d{0,14}$/.test(arena)
      ? [{ arenaId: Number(arena), playerIds: waiting.map(({ playerId }) => playerId) }]
      : []
  })
}

const Ids = v.object({ gameIds: ids, roundIds: ids, playerIds: ids, arenaIds: ids })
const known = (all: readonly (number | null)[] | null | undefined) => (all ?? []).filter((id) => id !== null)

/** An event of the socket, read. */
export type MatchPlayEvent =
  | { type: 'tournament'; info: Info }
  | { type: 'round'; round: Round }
  | { type: 'game'; game: Game }
  | { type: 'rounds-deleted' | 'games-deleted' | 'players' | 'arenas'; ids: number[] }
  /** who waits is to be asked: a long queue is not told */
  | { type: 'queues' }
  /** something about it is different, and not what */
  | { type: 'changed' }

/**
 * Reads an event; undefined for what is not understood.
 * @param name with or without its `App\Events\`
 * @param data as it came: an object, or the JSON of one
 */
export function readEvent(name: string, data: unknown): MatchPlayEvent | undefined {
  const payload: unknown = typeof data === 'string' ? parsed(data) : data
  const bare = name.split('\\').at(-1)
  const listed = v.safeParse(Ids, payload)
  const { gameIds, roundIds, playerIds, arenaIds } = listed.success ? listed.output : ({} as v.InferOutput<typeof Ids>)
  switch (bare) {
    case 'TournamentUpdated': {
      const read = v.safeParse(Info, payload)
      return read.success ? { type: 'tournament', info: read.output } : undefined
    }
    case 'RoundCreatedOrUpdated': {
      const read = v.safeParse(Round, payload)
      return read.success ? { type: 'round', round: read.output } : undefined
    }
    case 'GameCreatedOrUpdated': {
      const read = v.safeParse(Game, payload)
      return read.success ? { type: 'game', game: read.output } : undefined
    }
    case 'RoundsDeleted':
      return { type: 'rounds-deleted', ids: known(roundIds) }
    case 'GamesDeleted':
      return { type: 'games-deleted', ids: known(gameIds) }
    case 'PlayersAdded':
    case 'PlayersChanged':
      return { type: 'players', ids: known(playerIds) }
    case 'ArenasAdded':
    case 'ArenasChanged':
      return { type: 'arenas', ids: known(arenaIds) }
    case 'SinglePlayerGameCreatedOrUpdated':
    case 'SinglePlayerGamesDeleted':
      return { type: 'changed' }
    case 'QueueChanged':
      return { type: 'queues' }
    default:
      return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
