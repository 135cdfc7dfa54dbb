import { isTestSession, maxScore } from '@multiball/shared/schema'
import type { Entry } from '@multiball/shared/schema'
import { invalid } from '../../ground/http/refusals'

/*
 * What becomes of a machine's newest game (docs/wire.md):
 *
 *                 | entry, active     | entry, not active  | heartbeat, not active | restart, 5 min of silence
 *   none          | begins            | begins and settles | -                     | -
 *   in progress   | goes on           | settles            | settles               | settles unsuccessfully
 *   settled       | next one begins   | is completed       | -                     | -
 *
 * An entry of another session settles a game in progress unsuccessfully and then counts as if there were none. A heartbeat
 * settles unsuccessfully when its sender cannot have played the game (see mayHavePlayed). Ignored: entries that are not
 * newer than the last one of their session, and the end of a session from before the newest. Refused: an entry of a session
 * from before a game that is being played (see takesTurns).
 */

/** How a game ended. */
interface Ending {
  /** ms since 1970 */
  settledAt: number
  /** only successful games count in leaderboards */
  isSuccessful: boolean
}

/** One game as its machine last reported it. */
export interface GameState {
  /** 32 hex digits */
  sessionUuid: string
  /** one uuid may play several games: active going from false back to true starts the next */
  generation: number
  /** of the entry that made this state */
  sequence: bigint
  /** ms since 1970 */
  startedAt: number
  /** ms since 1970 */
  updatedAt: number
  /** undefined while in progress */
  ending?: Ending
  durationMs: number | null
  /** 1-6 */
  currentPlayer: number | null
  currentBall: number | null
  /** one element per slot; null: no such player */
  scores: (bigint | null)[]
  /** `prefix{color}:label`, color optional */
  modes: string[]
}

/** Whether these are states of the same game of a machine. */
export const isSameGame = (one: GameState, other: GameState): boolean =>
  one.sessionUuid === other.sessionUuid && one.generation === other.generation

/** What is known about a session that is not the machine's newest. */
export type EarlierSession = Pick<GameState, 'generation' | 'sequence'>

/** Silence that settles a game. */
export const silenceMs = 5 * 60_000

/** A test game says something every second or two: after this silence, the server that played it is gone. */
const testSilenceMs = 10_000

/** Whether this is a test game that goes on. @param now ms since 1970 */
export const isTestRunning = ({ sessionUuid, ending, updatedAt }: GameState, now: number): boolean =>
  isTestSession(sessionUuid) && !ending && now - updatedAt < testSilenceMs

/** What an entry means: games to write, in order, the last of them the machine's newest. Empty when the entry is ignored. */
export type Step = readonly GameState[]

const ignored: Step = []
const maxModeLength = 200
const noSuchPlayer = -1n

/**
 * The rules of the wire (docs/wire.md). Throws 400 for an entry without a sequence where none is left.
 * @param newest the machine's newest game
 * @param earlier the newest game of the entry's session, where that is not the machine's newest
 * @param now ms since 1970
 */
export function applyEntry(
  newest: GameState | undefined,
  earlier: EarlierSession | undefined,
  entry: Entry,
  now: number,
): Step {
  const isNewest = newest?.sessionUuid === entry.session_uuid
  const known = isNewest ? newest : earlier
  // Clients of the simple API do not number their entries: those count in the order of their arrival.
  const sequence = entry.session_sequence ?? (known ? known.sequence + 1n : 1n)
  if (sequence > maxScore)
    throw invalid({ session_sequence: [`No entry can follow ${maxScore}: begin a new session_uuid`] })
  if (known && sequence <= known.sequence) return ignored

  if (newest && isNewest) {
    // A last entry after the end (the heartbeat was faster, or the network was down) completes the game.
    if (!entry.active) return [settled(advanced(newest, entry, sequence, now), true, now)]
    return newest.ending
      ? [begun(entry, sequence, newest.generation + 1, now)]
      : [advanced(newest, entry, sequence, now)]
  }
  if (earlier && !entry.active) return ignored
  const replaced = newest && !newest.ending ? [settled(newest, false, now)] : []
  const game = begun(entry, sequence, earlier ? earlier.generation + 1 : 0, now)
  if (entry.active) return [...replaced, game]
  // Only its end was posted: a result sent in one go. Without players there was no game.
  return game.scores.length > 0 ? [...replaced, settled(game, true, now)] : replaced
}

/** A game of which its machine has said something within that time is being played. */
const playedWithinMs = 60_000

/**
 * Whether a session comes back with this game while a newer one is being played, as those of two machines with one key do: with
 * each turn they would end each other's game. A test game gives way to any other.
 * @param newest the machine's newest game
 * @param now ms since 1970
 */
export const takesTurns = (newest: GameState | undefined, game: GameState, now: number): boolean =>
  newest !== undefined &&
  !newest.ending &&
  !isTestSession(newest.sessionUuid) &&
  game.generation > 0 &&
  Math.abs(now - newest.updatedAt) < playedWithinMs

/** The game, ended. One that had already ended keeps its time; a test game counts nowhere. */
export const settled = (game: GameState, isSuccessful: boolean, now: number): GameState => ({
  ...game,
  ending: { settledAt: game.ending?.settledAt ?? now, isSuccessful: isSuccessful && !isTestSession(game.sessionUuid) },
})

/** A smaller jump of the clock is only an adjustment, and other servers' clocks differ by less. */
export const stepMs = 30_000

/**
 * Whether a client can have played the game up to its last entry. One that signed on after it cannot: it has just started,
 * because the power was cut. A time that is still to come says nothing: the clock was ahead, and has been set back since.
 * @param signedOnAt ms since 1970; undefined for a sender that does not sign on
 * @param now ms since 1970
 */
export const mayHavePlayed = (game: GameState, signedOnAt: number | undefined, now: number): boolean =>
  signedOnAt === undefined || signedOnAt <= game.updatedAt || signedOnAt > now + stepMs

/** Whether a game in progress has been silent for so long that it is over. Both times by `elapsed`. */
export const isAbandoned = (game: GameState | undefined, lastSeenAt: number, elapsed: number): boolean =>
  game !== undefined && !game.ending && elapsed - lastSeenAt >= silenceMs

function begun(entry: Entry, sequence: bigint, generation: number, now: number): GameState {
  const empty: GameState = {
    sessionUuid: entry.session_uuid,
    generation,
    sequence,
    startedAt: now,
    updatedAt: now,
    durationMs: null,
    currentPlayer: null,
    currentBall: null,
    scores: [],
    modes: [],
  }
  return advanced(empty, entry, sequence, now)
}

const advanced = (game: GameState, entry: Entry, sequence: bigint, now: number): GameState => ({
  ...game,
  sequence,
  updatedAt: now,
  durationMs: entry.session_time ?? game.durationMs,
  currentPlayer: given(entry.current_player, 6, game.currentPlayer),
  currentBall: given(entry.current_ball, 99, game.currentBall),
  scores: scoresAfter(game.scores, entry),
  // Clients leave the field out when no mode runs: if it kept its value, an old mode would stay for the rest of the game.
  modes: (entry.game_modes ?? []).map(cleanMode).filter(Boolean),
})

/** A field left out keeps its value; -1 and numbers that no machine has mean none. */
function given(value: number | undefined, max: number, before: number | null): number | null {
  if (value === undefined) return before
  return value >= 1 && value <= max ? value : null
}

/** In the last entry -1 means that the score is no longer known, not that the player never was. */
function scoresAfter(before: readonly (bigint | null)[], entry: Entry): (bigint | null)[] {
  const sent = [
    entry.current_p1_score,
    entry.current_p2_score,
    entry.current_p3_score,
    entry.current_p4_score,
    entry.current_p5_score,
    entry.current_p6_score,
  ]
  const scores = sent.map((score, slot) => {
    const known = before[slot] ?? null
    if (score === undefined) return known
    if (score === noSuchPlayer) return entry.active ? null : known
    return score
  })
  return scores.slice(0, scores.findLastIndex((score) => score !== null) + 1)
}

const isPlain = /^[ -~]*$/

/** A mode as it is kept. The database takes no NUL and no half characters (cutting may leave one), and a banner has no line breaks. */
export const cleanMode = (mode: string): string =>
  // It nearly always is, and matching Unicode classes is slow.
  isPlain.test(mode)
    ? mode.trim().slice(0, maxModeLength)
    : mode
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, maxModeLength)
        .replace(/\p{Surrogate}/gu, '\uFFFD')
