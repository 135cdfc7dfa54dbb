import * as v from 'valibot'
import { ComboboardBootstrap, ComboboardScores } from './boards/comboboard'
import { LeaderboardBootstrap, LeaderboardScores } from './boards/leaderboard'
import { ScoreboardBootstrap, ScoreboardScores } from './boards/scoreboard'
import { StreamboardBootstrap, StreamboardScores } from './boards/streamboard'

/** The state of a board by its type, as /scores/ and the socket say it. A slideshow has none: its screens have. */
export const boardScores = {
  scoreboard: ScoreboardScores,
  leaderboard: LeaderboardScores,
  comboboard: ComboboardScores,
  streamboard: StreamboardScores,
} as const
export type LiveBoardType = keyof typeof boardScores
export const isLiveBoardType = (type: string): type is LiveBoardType => type in boardScores
export type BoardScores = { [Type in LiveBoardType]: v.InferOutput<(typeof boardScores)[Type]> }

/** The answer of /bootstrap/ by board type. */
export const boardBootstraps = {
  scoreboard: ScoreboardBootstrap,
  leaderboard: LeaderboardBootstrap,
  comboboard: ComboboardBootstrap,
  streamboard: StreamboardBootstrap,
} as const
export type BoardBootstraps = { [Type in LiveBoardType]: v.InferOutput<(typeof boardBootstraps)[Type]> }

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

/** Path of the socket that carries several boards; each is asked for, and answered, by its name. */
export const sharedSocketPath = '/scores/websocket/'

/** The name of a board's live channel. */
export const liveName = (type: string, id: number) => `${type}:${id}:scores`
