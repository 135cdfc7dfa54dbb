import { ValiError } from 'valibot'
import { ask, infoPath, NoAnswer, troubleOf, type Asked, type Trouble } from './ask'
import {
  readArenas,
  readEvent,
  readGames,
  readInfo,
  readOwnGames,
  readPlayers,
  readQueues,
  readRounds,
  readStandings,
} from './matchPlay'
import { documentOf } from './matchPlayDocument'
import type { Clock } from './clock'
import type { Feed } from './feed'
import { Tournament, type Remembered } from './tournament'

/*
 * Follows a tournament of Match Play: by its socket what is said there, and by calls what is never said. Each thing that can
 * be asked for has a shortest time between two calls, and an age at which it is asked for again though nothing was heard:
 *
 *   what       | asked for when                                              | gap    | age with socket | without
 *   info       | at the start; players and arenas come with it. Once known, | 30 s   | 3 min           | 3 min
 *              | 2 s after Match Play is back: what the wall shows is first  |        |                 |
 *   rounds     | after each connection, a round is unknown or doubtful       | 5 s    | 3 min           | 20 s
 *   games      | after each connection, a round began, a result is doubtful  | 3 s    | 3 min           | 20 s
 *              | once it is known that they have a call of their own         |        |                 |
 *              | a result was said, which is compared with what is kept      | 15 s   |                 |
 *   standings  | a game ended, a round changed, after each connection        | 15 s   | 1 min           | 1 min
 *   queues     | where a tournament has them: they changed, each connection  | 10 s   | 1 min           | 20 s
 *   players    | ids that nobody knows, 25 a call                            | 5 s    | -               | -
 *   arenas     | the same                                                    | 5 s    | -               | -
 *
 * Never more than 18 calls a minute, one at a time. After a failure it waits, longer each time: up to 6 s, and up to a minute
 * once it has failed for ten.
 */

const resources = ['rounds', 'games', 'info', 'standings', 'queues', 'players', 'arenas'] as const
type Resource = (typeof resources)[number]

const gapMs: Record<Resource, number> = {
  info: 30_000,
  rounds: 5_000,
  games: 3_000,
  standings: 15_000,
  queues: 10_000,
  players: 5_000,
  arenas: 5_000,
}
const ageMs: Partial<Record<Resource, number>> = {
  info: 180_000,
  rounds: 180_000,
  games: 180_000,
  standings: 60_000,
  queues: 60_000,
}
const compareMs = 15_000
const ageWithoutSocketMs: Partial<Record<Resource, number>> = {
  ...ageMs,
  rounds: 20_000,
  games: 20_000,
  queues: 20_000,
}

/** what may have changed while nobody listened */
const missedWithoutSocket = ['rounds', 'games', 'standings', 'queues'] as const

/** Formats whose games are not among the others: they have a call of their own, which may leave out what is over. */
const ownGames: Partial<Record<string, string>> = { frenzy: '/frenzy', max_matchplay: '/max-matchplay' }

const [mostCalls, windowMs] = [18, 60_000]
/** between two tries while Match Play is away; whoever comes back after a minute is on the wall within ten seconds */
const [firstPauseMs, shortAwayPauseMs, longestPauseMs] = [2_000, 6_000, 60_000]
const longAwayMs = 600_000
const infoAfterReturnMs = 2_000
const idsPerCall = 25
/** ids that were asked for and not answered are asked for again after so long */
const unresolvedMs = 300_000
/** Match Play does not answer and its socket is closed for so long: what the board shows is old */
const awayAfterMs = 60_000
/** organizers stop without saying so: with every game over and nothing new for so long, it is over */
const abandonedMs = 2 * 3_600_000

/** Where Match Play is, and what its socket calls every client that only listens. */
export const matchPlay = {
  rest: 'https://app.matchplay.events/api',
  socket: 'wss://ws.app.matchplay.events',
  key: 'tnrxzkahdeullnwje83e',
}

/** What is kept over a restart. */
export interface Kept extends Remembered {
  /** ms since 1970 when anything last changed */
  changedAt: number
}

export interface SocketHandlers {
  onOpen(): void
  onClosed(): void
  onEvent(name: string, data: unknown): void
}

interface FollowOptions extends Asked {
  connect: (handlers: SocketHandlers) => { close(): void }
  feed: Pick<Feed, 'put'>
  clock: Clock
  log: (line: string) => void
  state?: Partial<Kept>
  /** told when something has changed that is to be kept */
  onState?: (state: Kept) => void
}

/** Keeps a feed as a tournament is. */
export class Follower {
  readonly tournament: Tournament
  private readonly socket: { close(): void }
  // Moments are by `elapsed`, unless they say otherwise: the clock may be set in the middle of a tournament.
  private readonly asked = new Map<Resource, number>()
  private readonly dirty = new Set<Resource>(['info', ...missedWithoutSocket])
  private readonly unresolved = { players: new Map<number, number>(), arenas: new Map<number, number>() }
  private callTimes: number[] = []
  private isOpen = false
  private isBusy = false
  private isStopped = false
  private pauseMs = firstPauseMs
  private pausedUntil = 0
  /** when it last answered after a failure, or could be listened to */
  private backAt = Number.NEGATIVE_INFINITY
  private heardAt: number
  /** ms since 1970 */
  private changedAt: number
  private lastDocument = ''
  private isCompleted = false
  private hasNewResult = false
  private complaint = ''
  private refusal: Trouble | undefined
  private callOff: () => void = () => {}

  constructor(private readonly options: FollowOptions) {
    const { clock, connect, state = {} } = options
    this.tournament = new Tournament({
      placesBefore: state.placesBefore ?? {},
      newestRound: state.newestRound,
      roundIndexes: state.roundIndexes ?? {},
    })
    this.heardAt = clock.elapsed()
    this.changedAt = state.changedAt ?? clock.now()
    this.socket = connect({
      onOpen: () => this.opened(),
      onClosed: () => this.closed(),
      onEvent: (name, data) => this.hear(name, data),
    })
    this.work()
  }

  /** Whether Match Play was heard of a moment ago. */
  get isThere(): boolean {
    return this.isOpen || this.options.clock.elapsed() - this.heardAt < awayAfterMs
  }

  /** Why the newest call was not answered; undefined where it was. */
  get trouble(): Trouble | undefined {
    return this.refusal
  }

  /** Whether nothing is being asked for, or about to be. */
  get isSettled(): boolean {
    return (
      !this.isBusy &&
      resources.every(
        (resource) =>
          this.dueAt(resource) === undefined || this.dueAt(resource)! > this.options.clock.elapsed() + gapMs.standings,
      )
    )
  }

  stop(): void {
    this.isStopped = true
    this.callOff()
    this.socket.close()
  }

  private opened() {
    this.isOpen = true
    this.backAt = this.options.clock.elapsed()
    this.pausedUntil = 0
    this.pauseMs = firstPauseMs
    this.options.log('Listening to Match Play.')
    // Nothing of what was missed is said again.
    for (const resource of missedWithoutSocket) this.dirty.add(resource)
    this.work()
  }

  private closed() {
    // Told of every vain try to connect, too.
    if (this.isOpen) {
      this.options.log('The connection to Match Play is lost. Asking every 20 seconds until it is back.')
      this.heardAt = this.options.clock.elapsed()
    }
    this.isOpen = false
    this.work()
  }

  private hear(name: string, data: unknown) {
    const event = readEvent(name, data)
    if (!event) return
    this.tournament.hear(event)
    if (event.type === 'queues') {
      this.dirty.add('queues')
      return this.work()
    }
    // Only what may have moved somebody: a game that began has not.
    if (event.type !== 'game' || event.game.status === 'completed') this.dirty.add('standings')
    if (event.type === 'game' && event.game.status === 'completed') this.hasNewResult = true
    if (event.type === 'players' || event.type === 'tournament') this.dirty.add('info')
    this.changed()
    this.work()
  }

  private changed() {
    const { clock, feed, onState } = this.options
    const now = clock.now()
    const { roundsInOrder: rounds, gamesWithoutRound, info } = this.tournament
    const games = [...rounds.flatMap(({ roundId }) => this.tournament.gamesOf(roundId)), ...gamesWithoutRound]
    const isAtRest = rounds.length + gamesWithoutRound.length > 0 && games.every(({ status }) => status === 'completed')
    // It never changes again: what was missed until then is asked for once more.
    if (info?.status === 'completed' && !this.isCompleted)
      for (const resource of missedWithoutSocket) this.dirty.add(resource)
    this.isCompleted = info?.status === 'completed'
    const document = documentOf(this.tournament, {
      isAbandoned: info?.status === 'started' && isAtRest && now - this.changedAt >= abandonedMs,
    })
    const text = JSON.stringify(document)
    if (!document || text === this.lastDocument) return
    if (document.status !== 'finished' || this.lastDocument === '')
      this.changedAt = this.lastDocument === '' ? this.changedAt : now
    this.lastDocument = text
    feed.put(document)
    onState?.({ ...this.tournament.remembered, changedAt: this.changedAt })
  }

  /** When a resource is to be asked for, by `elapsed`; undefined: not until something happens. */
  private dueAt(resource: Resource): number | undefined {
    const at = this.neededAt(resource)
    const isLate = resource === 'info' && this.tournament.info !== undefined
    return at !== undefined && isLate ? Math.max(at, this.backAt + infoAfterReturnMs) : at
  }

  private neededAt(resource: Resource): number | undefined {
    if (resource === 'queues' && this.tournament.info?.useQueues !== true) return undefined
    const last = this.asked.get(resource) ?? Number.NEGATIVE_INFINITY
    const isOver = this.tournament.info?.status === 'completed'
    if (this.isWanted(resource)) return last + gapMs[resource]
    if (resource === 'games' && this.hasNewResult) return last + compareMs
    const age = isOver ? undefined : (this.isOpen ? ageMs : ageWithoutSocketMs)[resource]
    return age === undefined ? undefined : last + age
  }

  private isWanted(resource: Resource): boolean {
    if (this.dirty.has(resource)) return true
    const { wanted } = this.tournament
    if (resource === 'games' || resource === 'rounds') return wanted[resource]
    return (resource === 'players' || resource === 'arenas') && this.missing(resource).length > 0
  }

  private missing(resource: 'players' | 'arenas'): number[] {
    const now = this.options.clock.elapsed()
    return this.tournament.wanted[resource]
      .filter((id) => now - (this.unresolved[resource].get(id) ?? Number.NEGATIVE_INFINITY) > unresolvedMs)
      .slice(0, idsPerCall)
  }

  /** Asks for what is due, or waits until something is. */
  private work() {
    if (this.isBusy || this.isStopped) return
    this.callOff()
    const now = this.options.clock.elapsed()
    this.callTimes = this.callTimes.filter((at) => at > now - windowMs)
    const earliest = Math.max(this.pausedUntil, this.callTimes.length < mostCalls ? 0 : this.callTimes[0]! + windowMs)
    const due = resources.flatMap((resource) => {
      const at = this.dueAt(resource)
      return at === undefined ? [] : [{ resource, at: Math.max(at, earliest) }]
    })
    const next = due.find(({ at }) => at <= now)
    if (next) return void this.ask(next.resource)
    const soonest = Math.min(now + windowMs, ...due.map(({ at }) => at))
    this.callOff = this.options.clock.after(Math.max(1, soonest - now), () => {
      // What ends without a word ends here.
      this.changed()
      this.work()
    })
  }

  private async ask(resource: Resource) {
    const { clock } = this.options
    this.isBusy = true
    this.asked.set(resource, clock.elapsed())
    this.callTimes.push(clock.elapsed())
    this.dirty.delete(resource)
    try {
      await this.fetchOf(resource)
      this.heardAt = clock.elapsed()
      this.pauseMs = firstPauseMs
      if (this.complaint) {
        this.options.log('Match Play answers again.')
        this.backAt = this.heardAt
      }
      this.complaint = ''
      this.refusal = undefined
    } catch (error) {
      this.dirty.add(resource)
      this.refusal = troubleOf(error)
      this.pausedUntil = clock.elapsed() + this.pauseMs
      this.pauseMs = Math.min(
        clock.elapsed() - this.heardAt < longAwayMs ? shortAwayPauseMs : longestPauseMs,
        this.pauseMs * 2,
      )
      this.complain(error)
    }
    this.isBusy = false
    this.changed()
    this.work()
  }

  private async fetchOf(resource: Resource) {
    const { tournament } = this
    switch (resource) {
      case 'info': {
        const asked = tournament.asks()
        const before = this.ownGames
        tournament.answerInfo(readInfo(await this.get(infoPath)), asked)
        if (this.ownGames !== before) this.dirty.add('games')
        return
      }
      case 'rounds': {
        const asked = tournament.asksRounds()
        return tournament.answerRounds(readRounds(await this.get('/rounds')), asked)
      }
      case 'games': {
        this.hasNewResult = false
        const asked = tournament.asksGames()
        if (this.ownGames) return tournament.answerGames(readOwnGames(await this.get(this.ownGames)), asked, false)
        return tournament.answerGames(readGames(await this.get('/games')), asked)
      }
      case 'standings': {
        const asked = tournament.asks()
        return tournament.answerStandings(readStandings(await this.get('/standings')), asked)
      }
      case 'queues':
        tournament.queues = await this.get('/queues').then(readQueues).catch(withoutQueues)
        return
      case 'players': {
        const [asked, ids] = [tournament.asks(), this.missing('players')]
        tournament.answerPlayers(
          readPlayers(await this.get(`/players/resolve-unknown?players=${ids.join(',')}`)),
          asked,
        )
        return ids.forEach((id) => this.unresolved.players.set(id, this.options.clock.elapsed()))
      }
      case 'arenas': {
        const ids = this.missing('arenas')
        tournament.answerArenas(readArenas(await this.get(`/arenas/resolve-unknown?arenas=${ids.join(',')}`)))
        return ids.forEach((id) => this.unresolved.arenas.set(id, this.options.clock.elapsed()))
      }
    }
  }

  private get ownGames(): string | undefined {
    return ownGames[this.tournament.info?.type ?? '']
  }

  private async get(path: string): Promise<unknown> {
    try {
      return await ask(this.options, path)
    } catch (error) {
      // Asked again in a moment, it would say the same.
      if (error instanceof NoAnswer && error.isRefusal) this.pauseMs = longestPauseMs
      throw error
    }
  }

  /** Once, however long it lasts. */
  private complain(error: unknown) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    const complaint = `${cause?.code ? `Match Play is away (${cause.code}).` : message} The board goes on with what is known.`
    if (complaint !== this.complaint) this.options.log(complaint)
    this.complaint = complaint
  }
}

/** Match Play does not describe its queues: where they are not there, or written otherwise, the tournament goes on without. */
function withoutQueues(error: unknown): [] {
  const isGiven =
    error instanceof NoAnswer
      ? error.status >= 400 && error.status < 500 && error.status !== 429
      : error instanceof ValiError
  if (isGiven) return []
  throw error
}
