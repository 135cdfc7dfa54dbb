import type { Game, Player, VenueMachine, WireScore } from '@multiball/shared/schema'
import { scoreToWire } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { clockOf } from '../../ground/process/clock'
import type { Clock } from '../../ground/process/clock'
import { opensMachine } from '../boards/visibility'
import type { Tables } from '../../ground/database'
import type { Actor } from '../../ground/http/auth'
import { anonymous } from '../../ground/http/actors'
import { cacheFor } from '../../ground/http/answerCache'
import { notFound, undefinedWhenMissing } from '../../ground/http/refusals'
import { venueMachineFor } from '../venues/venues.service'
import { findVenueMachine, isShownInPublic } from '../venues/venues.store'
import { playerForMachines } from './gameToWire'
import type { Games } from './games.service'
import { listHot, listTopScores, rankOf } from './scores.store'

/** For so many ms after its machine was last seen a game counts as being played. */
const hotMs = 60_000
// Last seen times are stored with a delay (see LastSeen), so more rows are read and the exact time in memory decides.
const writeDelayMs = 15_000
const hourMs = 3_600_000
const hotLimit = 20
const topScores = 10
const keepMs = 2_000
const mostKept = 1_000

interface TopScore {
  rank: number
  score: WireScore
  player: Player | null
  settled_on: string
  /** its id */
  game: number
}

const isMachine = (actor: Actor): actor is Extract<Actor, { type: 'device' | 'device-key' }> =>
  actor.type === 'device' || actor.type === 'device-key'
const isDeviceOf = (actor: Actor, id: number) => isMachine(actor) && actor.venueMachineId === id

/** What may be read about a machine's games, and by whom. */
export class MachineScores {
  private readonly clock: Clock
  private readonly publicly: LRUCache<number, boolean>
  private readonly hotMachines: LRUCache<'hot', VenueMachine[]>

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly games: Games,
    now?: () => number,
    private readonly publicUrl = '',
    private readonly readDb = db,
  ) {
    this.clock = clockOf({ now })
    this.publicly = new LRUCache({
      ...cacheFor(mostKept, keepMs, this.clock.elapsed),
      fetchMethod: (id) => isShownInPublic(db, id),
    })
    this.hotMachines = new LRUCache({ ...cacheFor(1, keepMs, this.clock.elapsed), fetchMethod: () => this.readHot() })
  }

  /** The newest game. Throws 404 when there is none, and when the machine is not shown to this actor. */
  async current(id: number, actor: Actor, key: string | undefined): Promise<Game> {
    await this.requireVisible(id, actor, key)
    const game = await this.games.current(id)
    if (!game) throw notFound()
    return game
  }

  /** The best scores; `rank` is the place that `score` would take. Throws 404. */
  async top(
    id: number,
    actor: Actor,
    key: string | undefined,
    score: bigint | undefined,
  ): Promise<{ results: TopScore[]; rank: number | null }> {
    await this.requireVisible(id, actor, key)
    const rows = await listTopScores(this.db, id, topScores)
    const scores = rows.map((row) => BigInt(row.score))
    return {
      results: rows.map((row, at) => ({
        rank: scores.indexOf(scores[at]!) + 1,
        score: scoreToWire(scores[at]!),
        player: isMachine(actor) ? playerForMachines(row.player, this.publicUrl) : row.player,
        settled_on: row.settled_at.toISOString(),
        game: row.game_id,
      })),
      rank: score === undefined ? null : await rankOf(this.db, id, String(score)),
    }
  }

  /** Machines on public boards being played now, most active first. */
  hot(): Promise<VenueMachine[]> {
    return this.hotMachines.forceFetch('hot')
  }

  private async readHot(): Promise<VenueMachine[]> {
    const now = this.clock.now()
    const rows = await listHot(this.readDb, new Date(now - hotMs - writeDelayMs), new Date(now - hourMs), hotLimit)
    // What another process heard since is in the database.
    const playing = rows.filter(
      ({ id, last_heard_at }) =>
        Math.min(this.games.silentMs(id) ?? Infinity, now - (last_heard_at?.getTime() ?? 0)) <= hotMs,
    )
    // One of them may have been removed in the meantime.
    const machines = await Promise.all(
      playing.map(({ id }) => venueMachineFor(this.readDb, anonymous, id).catch(undefinedWhenMissing)),
    )
    return machines.filter((machine) => machine !== undefined)
  }

  /** The public, its owner, its own device, and the key of a private board that shows it. Throws 404. */
  async requireVisible(id: number, actor: Actor, key: string | undefined): Promise<void> {
    if (!isDeviceOf(actor, id) && !(await this.publicly.fetch(id)) && !(await this.isVouchedFor(id, actor, key)))
      throw notFound()
  }

  /** Whether the machine's owner vouches for the caller: the owner, the machine's own device, and anyone with the key of one of the owner's boards that shows it. */
  async isVouchedFor(id: number, actor: Actor, key: string | undefined): Promise<boolean> {
    if (isDeviceOf(actor, id)) return true
    if (actor.type === 'user' && (await findVenueMachine(this.db, id))?.owner_id === actor.userId) return true
    return key !== undefined && opensMachine(this.db, key, id)
  }
}
