import * as v from 'valibot'

/*
 * What Warped Pinball's Vector boards say. Older ones broadcast games by UDP: JSON to port 6809, when a game changes, at most
 * four times a second. Newer ones send them, signed, to one listener that their password registers, and answer anyone by HTTP
 * what is played. Read from the outside; nothing of their software is in here.
 */

/** One play of a game that is over. */
export interface Play {
  initials: string
  score: number
}

export type VectorPacket =
  | {
      type: 'state'
      id: string
      isActive: boolean
      /** 0 between games, and where the board does not know it */
      ball: number
      /** of four players, in each game */
      scores: readonly number[]
      /** slot, from 1; boards of some machines know it */
      current?: number
      /** boards of some machines know it */
      players?: number
    }
  | {
      type: 'end'
      id: string
      plays: readonly Play[]
      /** tells this end of a game from others of its board; it is sent several times */
      said: string
      /** of the game, counted by some boards */
      number?: number
    }
  | { type: 'reset'; id: string }

/** Several times the size of what boards send. */
export const mostBytes = 1_400
const mostPlayers = 6

const Score = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Some boards read it from memory that holds something else at times. */
const slot = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPlayers))), undefined)

const BoardId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8,32}$/))
const Status = v.object({
  GameActive: v.boolean(),
  BallInPlay: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
  Scores: v.pipe(v.array(Score), v.minLength(1), v.maxLength(mostPlayers)),
  PlayerUp: slot,
  PlayersInGame: slot,
})

const Message = v.variant('type', [
  v.object({ machine_id: BoardId, type: v.literal('game_state'), data: Status }),
  v.object({
    machine_id: BoardId,
    type: v.literal('end_of_game'),
    data: v.object({
      plays: v.pipe(
        v.array(v.tuple([v.nullable(v.pipe(v.string(), v.maxLength(40))), Score])),
        v.minLength(1),
        v.maxLength(mostPlayers),
      ),
      game_num: v.optional(v.number()),
    }),
  }),
  v.object({ machine_id: BoardId, type: v.literal('reset') }),
])

const stateOf = (
  id: string,
  { GameActive, BallInPlay, Scores, PlayerUp, PlayersInGame }: v.InferOutput<typeof Status>,
): VectorPacket => ({
  type: 'state',
  id,
  isActive: GameActive,
  ball: BallInPlay,
  scores: Scores,
  ...(PlayerUp !== undefined && { current: PlayerUp }),
  ...(PlayersInGame !== undefined && { players: PlayersInGame }),
})

/** What a board said; undefined for everything that no board says: any program on the network may send anything. */
export function readPacket(bytes: Buffer): VectorPacket | undefined {
  if (bytes.length > mostBytes || bytes[0] !== 0x7b) return undefined
  let given: unknown
  try {
    given = JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
  const { success, output } = v.safeParse(Message, given, { abortEarly: true })
  if (!success) return undefined
  const id = output.machine_id
  switch (output.type) {
    case 'reset':
      return { type: 'reset', id }
    case 'end_of_game': {
      const { plays, game_num } = output.data
      return {
        type: 'end',
        id,
        plays: plays.map(([initials, score]) => ({ initials: (initials ?? '').trim(), score })),
        said: JSON.stringify([game_num, plays]),
        ...(game_num !== undefined && { number: game_num }),
      }
    }
    case 'game_state':
      return stateOf(id, output.data)
  }
}

/** Where a board answers by HTTP who it is, and what is played on it. */
export const idPath = '/api/machine_id'
export const statusPath = '/api/game/status'

/** Throws for what no board answers. */
export const readId = (answer: unknown): string => v.parse(v.object({ machine_id: BoardId }), answer).machine_id

/** Throws for what no board answers. */
export const readStatus = (id: string, answer: unknown): VectorPacket => stateOf(id, v.parse(Status, answer))

/** Names of boards that somebody says, each with its address; with an empty one it is the sender's own. */
type Names = readonly { address: string; name: string }[]

const [hello, everybody, ping] = [1, 2, 3]

/** What makes boards say who they are, and a board say that it is there. */
export const askNames = Buffer.from([ping])

/** What boards say of each other on port 37020: a byte for the kind, then lengths and names. */
export function readNames(bytes: Buffer): Names {
  if (bytes.length < 2 || bytes.length > mostBytes) return []
  const nameAt = (at: number) => ({
    name: bytes
      .subarray(at + 1, at + 1 + (bytes[at] ?? 0))
      .toString()
      .replace(/[\p{Cc}\uFFFD]/gu, ' ')
      .trim()
      .slice(0, 60),
    end: at + 1 + (bytes[at] ?? 0),
  })
  if (bytes[0] === hello) return [{ address: '', name: nameAt(1).name }].filter(({ name }) => name !== '')
  if (bytes[0] !== everybody) return []
  const names: { address: string; name: string }[] = []
  for (let left = bytes[1]!, at = 2; left > 0 && at + 5 <= bytes.length; left -= 1) {
    const { name, end } = nameAt(at + 4)
    if (name !== '') names.push({ address: [...bytes.subarray(at, at + 4)].join('.'), name })
    at = end
  }
  return names
}
