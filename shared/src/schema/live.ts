import * as v from 'valibot'
import type { BoardType, BuiltInType } from './boards/board'
import { ComboboardBootstrap, ComboboardScores } from './boards/comboboard'
import { CustomBootstrap, CustomScores } from './boards/customBoard'
import { LeaderboardBootstrap, LeaderboardScores } from './boards/leaderboard'
import { ScoreboardBootstrap, ScoreboardScores } from './boards/scoreboard'
import { StreamboardBootstrap, StreamboardScores } from './boards/streamboard'

/** The states of boards of built-in types, as /scores/ and the socket say them. A slideshow has none: its screens have. */
export const boardScores = {
  scoreboard: ScoreboardScores,
  leaderboard: LeaderboardScores,
  comboboard: ComboboardScores,
  streamboard: StreamboardScores,
} as const

/** The answers of /bootstrap/ of built-in types. */
export const boardBootstraps = {
  scoreboard: ScoreboardBootstrap,
  leaderboard: LeaderboardBootstrap,
  comboboard: ComboboardBootstrap,
  streamboard: StreamboardBootstrap,
} as const

/** A built-in type whose boards have a state. */
export type BuiltInLiveType = keyof typeof boardScores
export const isBuiltInLiveType = (type: string): type is BuiltInLiveType => Object.keys(boardScores).includes(type)

/** Whether boards of this type have a state and a socket: of all but slideshows, also of types from remotes. */
export const isLiveBoardType = (type: BoardType): boolean => type !== 'slideshow'

type ByType<
  Schemas extends Record<BuiltInLiveType, v.GenericSchema>,
  Custom,
  Type extends BoardType,
> = BoardType extends Type
  ? v.InferOutput<Schemas[BuiltInLiveType]> | Custom
  : Type extends BuiltInLiveType
    ? v.InferOutput<Schemas[Type]>
    : Type extends BuiltInType
      ? never
      : Custom

/** The state of a board of this type; of a type that is not known before, any of them. */
export type ScoresOf<Type extends BoardType = BoardType> = ByType<typeof boardScores, CustomScores, Type>

/** What /bootstrap/ answers of a board of this type; of a type that is not known before, any of them. */
export type BootstrapOf<Type extends BoardType = BoardType> = ByType<typeof boardBootstraps, CustomBootstrap, Type>

/** What the state of a board of this type is read with. */
export function scoresSchema<Type extends BoardType>(type: Type): v.GenericSchema<unknown, ScoresOf<Type>> {
  const schema: v.GenericSchema = isBuiltInLiveType(type) ? boardScores[type] : CustomScores
  return schema as v.GenericSchema<unknown, ScoresOf<Type>>
}

/** What the bootstrap of a board of this type is read with. */
export function bootstrapSchema<Type extends BoardType>(type: Type): v.GenericSchema<unknown, BootstrapOf<Type>> {
  const schema: v.GenericSchema = isBuiltInLiveType(type) ? boardBootstraps[type] : CustomBootstrap
  return schema as v.GenericSchema<unknown, BootstrapOf<Type>>
}

/**
 * What a viewer's socket receives. A SCORES message is a whole state: beside its type and name the fields of the
 * board's own scores, see {@link boardScores}.
 */
export const LiveMessage = v.variant('type', [
  v.looseObject({ type: v.literal('SCORES'), name: v.string() }),
  v.object({ type: v.literal('UNKNOWN') }),
  /** sent before the server closes a socket on purpose */
  v.object({ type: v.literal('ERROR'), name: v.string(), detail: v.string(), status: v.number() }),
])
export type LiveMessage = v.InferOutput<typeof LiveMessage>

/** What a viewer's socket sends when it opens; `key` opens a private board, and so does the login token of its owner. */
export const GetScores = v.object({
  type: v.literal('GET_SCORES'),
  name: v.pipe(v.string(), v.regex(/^[a-z]+:\d{1,15}:scores$/)),
  key: v.optional(v.pipe(v.string(), v.maxLength(128))),
  token: v.optional(v.pipe(v.string(), v.maxLength(512))),
})

/** What a socket that carries several boards sends when one of them is not watched any more. */
export const LeaveScores = v.object({ type: v.literal('LEAVE_SCORES'), name: GetScores.entries.name })

/** With what a server that stops closes its sockets: how many they are, since all of them come back. */
export const restartReason = (sockets: number): string => `The server restarts: ${sockets} viewers`

/** How many sockets the server closed together, by the reason of one of them; 0 for one that was closed alone. */
export const sentAwayBy = (reason = ''): number =>
  Number(/^The server restarts: (\d{1,9}) viewers$/.exec(reason)?.[1] ?? 0)

/** Path of the socket that carries several boards; each is asked for, and answered, by its name. */
export const sharedSocketPath = '/scores/websocket/'

/** The name of a board's live channel. */
export const liveName = (type: string, id: number) => `${type}:${id}:scores`
