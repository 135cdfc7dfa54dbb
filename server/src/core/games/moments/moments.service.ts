import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import type { Origin } from '../../../ground/http/auth'
import { schedule } from '../../../ground/process/clock'
import type { Schedule } from '../../../ground/process/clock'
import { Listeners } from '../../../ground/process/listeners'
import type { BoardChanges } from '../../boards/changes'
import type { Games } from '../games.service'
import { boardsAfter, tellPosted } from './eventMoments.store'
import {
  findNews,
  machinesAfter,
  newestPlace,
  readBests,
  readLanes,
  readMarks,
  readPlayers,
  readScores,
  takeDue,
  takeTurn,
  writeMoments,
} from './moments.store'
import { tellMoments } from './tellMoments'
import type { SettledScore } from './tellMoments'

/*
 * Moments follow from what is committed. The database notes, in the transaction of each change, from when on the games of a machine
 * tell something else (see 0036_moments); whichever server finds such a note takes it and tells, in one transaction: each once,
 * however many servers there are and wherever one is killed. One tells at a time, so that places are seen in their order. What is
 * posted of tournaments is noted and told likewise.
 */

type Db = Kysely<Tables>

/** games that settle within this time are told together */
const gatherMs = 50
/** Of tournaments that are posted within this time the last documents are told. */
const gatherPostsMs = 250
/** while another server tells */
const againMs = 250

interface MomentsOptions {
  db: Db
  games: Pick<Games, 'onChange'>
  /** which say that something was posted */
  changes?: Pick<BoardChanges, 'onBoardChange'>
  onError: (error: unknown) => void
  later?: Schedule
}

/** New entries after a place: the machines of those of games, and the boards of those of tournaments, by {@link boardKey}. */
interface NewEntries {
  machines: ReadonlySet<number>
  boards: ReadonlySet<string>
  after: number
}
type EntriesListener = (entries: NewEntries) => void

/** Tells moments, and says of which machines and boards there are new entries. */
export class Moments {
  private readonly listeners: Listeners<Parameters<EntriesListener>>
  private readonly later: Schedule
  private readonly endListening: (() => void)[]
  /** who follows what games tell; of them, who follows tournaments, too */
  private listening = 0
  private listeningToEvents = 0
  /** up to which place the listeners were told */
  private toldUpTo = 0
  private isComing = false
  private isWanted = false
  private looking: Promise<void> | undefined
  private isClosed = false

  constructor(private readonly options: MomentsOptions) {
    const { games, changes, onError, later = schedule } = options
    this.later = later
    this.listeners = new Listeners(onError)
    // The server on which it was committed tells; those whose callers follow look whether it has.
    const isToLook = (origin: Origin, listening: number) => origin === 'here' || listening > 0
    this.endListening = [
      games.onChange((_id, { isSettled, origin }) => {
        if (isSettled && isToLook(origin, this.listening)) this.lookSoon(gatherMs)
      }),
      changes?.onBoardChange(({ reason }, origin) => {
        if (reason === 'posted' && isToLook(origin, this.listeningToEvents)) this.lookSoon(gatherPostsMs)
      }) ?? (() => {}),
    ]
  }

  /** Tells what is due, also what a server that was killed has left. Never throws. */
  look(): Promise<void> {
    this.isWanted = true
    return (this.looking ??= this.lookUntilDone().finally(() => (this.looking = undefined)))
  }

  /**
   * Calls the listener with what there are new entries of, and the place after which they are. Answers a function that unsubscribes.
   * @param hasEvents it wants to hear of tournaments that other servers tell as soon as of games
   */
  async onEntries(listener: EntriesListener, hasEvents = true): Promise<() => void> {
    if (this.listening === 0) this.toldUpTo = await newestPlace(this.options.db)
    this.listening += 1
    if (hasEvents) this.listeningToEvents += 1
    const end = this.listeners.add(listener)
    return () => {
      this.listening -= 1
      if (hasEvents) this.listeningToEvents -= 1
      end()
    }
  }

  /** Resolves once nothing is at work; nothing more is told. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const end of this.endListening) end()
    await this.looking
  }

  private lookSoon(delayMs: number) {
    if (this.isComing || this.isClosed) return
    this.isComing = true
    this.later(() => {
      this.isComing = false
      void this.look()
    }, delayMs)
  }

  private async lookUntilDone() {
    const { db, onError } = this.options
    try {
      while (this.isWanted && !this.isClosed) {
        this.isWanted = false
        const news = await findNews(db)
        await this.tellListeners(news.place)
        // Before games, of which there may be years, and records wait for no tournament that fails.
        if (news.events) await this.tellWhile('events', tellEvents).catch(onError)
        if (news.games) await this.tellWhile('games', tellDue)
      }
    } catch (error) {
      onError(error)
    }
  }

  private async tellWhile(what: 'games' | 'events', tell: (db: Db) => Promise<boolean>) {
    const { db } = this.options
    let isDue = true
    while (isDue && !this.isClosed) {
      if (!(await tell(db))) return this.lookSoon(againMs)
      const news = await findNews(db)
      await this.tellListeners(news.place)
      isDue = news[what]
    }
  }

  private async tellListeners(place: number) {
    if (this.listening === 0 || place <= this.toldUpTo) return
    const after = this.toldUpTo
    const machines = new Set(await machinesAfter(this.options.db, after))
    const boards = new Set(await boardsAfter(this.options.db, after))
    this.toldUpTo = place
    this.listeners.tell({ machines, boards, after })
  }
}

/** Tells some of what was posted of tournaments, whole or not at all. False while another process tells. */
export const tellEvents = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await takeTurn(trx))) return false
    await tellPosted(trx)
    return true
  })

/** Tells some of what is due of games, whole or not at all. False while another process tells. */
export const tellDue = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await takeTurn(trx))) return false
    const due = await takeDue(trx)
    const lanes = await readLanes(trx, due)
    if (lanes.length === 0) return true
    const scores = await readScores(trx, lanes)
    const bests = await readBests(trx, lanes)
    await readMarks(trx, lanes, bests)
    await readPlayers(trx, lanes, scores, bests)
    const told = gamesOf(scores).flatMap((game) => tellMoments(game, bests.get(game[0]!.venueMachineId)!))
    await writeMoments(trx, lanes, told, due)
    return true
  })

/** The scores of each game; those of one come one after the other. */
function gamesOf(scores: readonly SettledScore[]): SettledScore[][] {
  const games: SettledScore[][] = []
  for (const score of scores) {
    const last = games.at(-1)
    if (last?.[0]?.game === score.game) last.push(score)
    else games.push([score])
  }
  return games
}
