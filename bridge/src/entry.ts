import type { MpfGame } from './mpfGame'

/** A game as the server knows it, from its start to its end. */
export interface Session {
  /** 32 hex digits */
  uuid: string
  /** ms since 1970 */
  startedAt: number
  /** of the newest entry */
  sequence: number
  /** modes that ran when it started; missing in queues of older bridges */
  modesBefore?: readonly string[]
  /** as they were some seconds ago; missing in queues of older bridges */
  players?: MpfGame['players']
  /** a game of a Vector board that is over: what its board said last of the end is known, and not told again */
  end?: { said?: string }
}

/** Body of POST /api/entry/ : one state of a game. */
export interface EntryBody {
  session_uuid: string
  session_sequence: number
  session_time: number
  active: boolean
  current_player?: number
  current_ball?: number
  game_modes: string
  /** digits as text beyond 2^53 - 1 */
  [score: `current_p${number}_score`]: number | string
  /** what the machine itself calls the player */
  [name: `p${number}_name`]: string
}

const maxModes = 32
/** On the wire it means that there is no such player. */
const noScore = -1

/** Modes have names, and the wire has its own signs in them. */
const bannerOf = (mode: string) =>
  `NA:${mode
    .replace(/[;{}:\p{Cc}]/gu, ' ')
    .replaceAll('_', ' ')
    .trim()}`

/** One state of a game as the wire has it. */
export function entryOf(
  session: Session,
  game: Omit<MpfGame, 'modesBefore'>,
  modes: readonly string[],
  isActive: boolean,
  now: number,
): EntryBody {
  const { players, currentPlayer } = game
  const ball = currentPlayer === null ? null : (players[currentPlayer - 1]?.ball ?? null)
  return {
    session_uuid: session.uuid,
    session_sequence: session.sequence,
    session_time: Math.max(0, now - session.startedAt),
    active: isActive,
    ...(currentPlayer !== null && { current_player: currentPlayer }),
    ...(ball !== null && { current_ball: ball }),
    // A score that is left out stays on the server as it was.
    ...Object.fromEntries(
      players.flatMap(({ score }, at) =>
        score === null ? [] : [[`current_p${at + 1}_score`, score === noScore ? 0 : score]],
      ),
    ),
    ...Object.fromEntries(
      players.flatMap(({ initials }, at) => (initials === undefined ? [] : [[`p${at + 1}_name`, initials]])),
    ),
    game_modes: isActive
      ? [...(game.tilt ? [`NA{red}:${game.tilt}`] : []), ...modes.map(bannerOf)].slice(0, maxModes).join(';')
      : '',
  }
}
