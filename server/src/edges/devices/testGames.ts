import { randomBytes } from 'node:crypto'
import { isTestSession, testSessionMark, type Entry } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { schedule, type Schedule } from '../../ground/process/clock'
import type { Tables } from '../../ground/database'
import { isTestRunning, type GameState } from '../../core/games/gameRules'
import type { Games } from '../../core/games/games.service'
import { conflict, notFound } from '../../ground/http/refusals'
import { isOwnMachine } from './devices.store'

type Moment = Pick<Entry, 'current_ball' | 'current_p1_score' | 'game_modes'>

/** A short game for one player, moment by moment. */
const moments: readonly Moment[] = [
  { current_ball: 1, current_p1_score: 0n },
  { current_ball: 1, current_p1_score: 1_250n },
  { current_ball: 1, current_p1_score: 18_770n },
  { current_ball: 2, current_p1_score: 42_310n, game_modes: ['MB{green}:Multiball'] },
  { current_ball: 2, current_p1_score: 96_040n, game_modes: ['MB{green}:Multiball', 'XX{orange}:Test game'] },
  { current_ball: 3, current_p1_score: 131_500n },
  { current_ball: 3, current_p1_score: 250_000n, game_modes: ['EB{red}:Extra Ball'] },
]
const betweenMs = 1_300

/** 32 hex digits that say what is played: it counts nowhere. */
const newSession = () => testSessionMark + randomBytes(16).toString('hex').slice(testSessionMark.length)

interface TestGamesDependencies {
  db: Kysely<Tables>
  games: Pick<Games, 'record' | 'current'>
  onError(error: unknown): void
  schedule?: Schedule
  /** ms since 1970; default Date.now */
  now?: () => number
}

/** Test games that owners have the server play on their machines, by the path that entries of machines take. */
export class TestGames {
  private readonly running = new Map<number, string>()
  private readonly later: Schedule

  constructor(private readonly dependencies: TestGamesDependencies) {
    this.later = dependencies.schedule ?? schedule
  }

  /** Begins one on the owner's machine. Answers the id of the game and how long it takes. Throws 404, 409, 503. */
  async play(venueMachineId: number, ownerId: number): Promise<{ game: number; seconds: number }> {
    const { db, games, now = Date.now } = this.dependencies
    if (!(await isOwnMachine(db, venueMachineId, ownerId))) throw notFound()
    const session = newSession()
    let refusal: string | undefined
    await games.record(venueMachineId, entryOf(session, 0), (newest) => {
      refusal = refusalFor(newest, session, now())
      return refusal === undefined
    })
    if (refusal !== undefined) throw conflict(refusal)
    const begun = await games.current(venueMachineId)
    this.running.set(venueMachineId, session)
    this.later(() => void this.goOn(venueMachineId, session, 1).catch(this.dependencies.onError), betweenMs)
    return { game: begun!.id, seconds: Math.ceil((moments.length * betweenMs) / 1000) }
  }

  /** Ends all, for the process ends. Never throws: silence settles what is left. */
  async stop(): Promise<void> {
    const running = [...this.running]
    this.running.clear()
    await Promise.all(running.map(([id, session]) => this.write(id, session, moments.length)))
  }

  private async goOn(venueMachineId: number, session: string, at: number) {
    if (this.running.get(venueMachineId) !== session) return
    const goesOn = await this.write(venueMachineId, session, at)
    if (goesOn && at < moments.length)
      this.later(() => void this.goOn(venueMachineId, session, at + 1).catch(this.dependencies.onError), betweenMs)
    else if (this.running.get(venueMachineId) === session) this.running.delete(venueMachineId)
  }

  /** One moment, or the end; false where the game is over: it was ended, or somebody plays. */
  private async write(venueMachineId: number, session: string, at: number): Promise<boolean> {
    let isOurs = true
    try {
      await this.dependencies.games.record(
        venueMachineId,
        entryOf(session, at),
        (newest) => (isOurs = newest?.sessionUuid === session && !newest.ending),
      )
    } catch (error) {
      // The next moment may be taken again.
      this.dependencies.onError(error)
    }
    return isOurs
  }
}

/** @param at beyond the moments: the end */
const entryOf = (session: string, at: number): Entry => ({
  session_uuid: session,
  session_sequence: BigInt(at + 1),
  active: at < moments.length,
  current_player: 1,
  ...moments[Math.min(at, moments.length - 1)],
})

/** Why no test game begins now; undefined where one may. */
function refusalFor(newest: GameState | undefined, session: string, now: number): string | undefined {
  if (!newest || newest.ending || newest.sessionUuid === session) return undefined
  // One whose server was gone before its end is replaced.
  if (isTestSession(newest.sessionUuid))
    return isTestRunning(newest, now)
      ? 'A test game is already running on this machine. Wait until it is over.'
      : undefined
  return 'Somebody is playing on this machine. Play a test game when that game is over.'
}
