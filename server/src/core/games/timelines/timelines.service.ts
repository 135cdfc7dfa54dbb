import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../../ground/database'
import { WindowLimit } from '../../../ground/http/limits'
import type { GameState } from '../gameRules'
import type { Games } from '../games.service'
import { pointOf, roomForModes, sizeOf, thinned, withRoom, sampleDecision } from './point'
import type { Point } from './point'
import { gamesToPack, insertPoints, packPoints } from './timelines.store'
import type { GamePoint } from './timelines.store'

interface TimelinesOptions {
  /** ms since 1970 */
  now?: () => number
  onError?: (error: unknown) => void
  /** bytes that are packed, by owner; one process packs at a time */
  packed?: Pick<WindowLimit, 'take'>
}

/** Points of a settled game that are kept. */
export const mostPacked = 500
/** Of all games of an owner, in bytes: what is packed after that shows little more than how its games ended. */
const packedPerDay = 500_000_000
export const fewestPacked = 20
const dayMs = 86_400_000
/** Points of a game in progress that are kept one by one, some hours of play: a machine that never ends its game would fill the disk. */
export const mostNoted = 10_000
/** Of so many in progress, those that are kept: its beginning is not to be thinned to nothing. */
const mostOfRunning = 5_000
/** Room for the modes of a game in progress, in characters: more than is packed of them, and an end for a machine that changes them all the time. */
const roomWhilePlayed = 4 * roomForModes
/** When a settled game is packed, ms: its last entries may come late. */
export const packAfterMs = 60_000
const packedAtOnce = 50
/** Machines of one look: with more of them each is looked at less often, and entries have the processor. */
export const lookedAtOnce = 200
/** Points that wait for the database; of more the oldest are dropped. */
const mostWaiting = 20_000
const mostMachines = 20_000

const isRefused = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''))

/**
 * Follows games by what their machines post. It looks at states that are stored already, now and then, so that entries
 * never wait for it; what it has noted in the last moments is lost with the process, and with it nothing but a piece of a curve.
 */
export class Timelines {
  /** machines with news */
  private readonly changed = new Set<number>()
  /** by machine; one that is forgotten has a point more */
  private readonly lastNoted = new LRUCache<number, { gameId: number; point: Point; modesSize: number }>({
    max: mostMachines,
  })
  private waiting: GamePoint[] = []
  private readonly packed: Pick<WindowLimit, 'take'>
  private readonly now: () => number
  private readonly onError: (error: unknown) => void
  private readonly ignore: () => void
  private working: Promise<void> = Promise.resolve()
  private packing: Promise<void> | undefined
  private isClosing = false

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly games: Pick<Games, 'committed' | 'newest' | 'onChange'>,
    { now = Date.now, onError = () => {}, packed = new WindowLimit(packedPerDay, dayMs) }: TimelinesOptions = {},
  ) {
    this.now = now
    this.onError = onError
    this.packed = packed
    // What another process has taken, it notes itself.
    this.ignore = games.onChange((id, { origin }) => void (origin === 'here' && this.changed.add(id)))
  }

  /** Looks at what has changed, what has waited longest first; to be called a few times a second. Never throws. */
  async look(): Promise<void> {
    const ids: number[] = []
    for (const id of this.changed) if (ids.push(id) === lookedAtOnce) break
    for (const id of ids) this.changed.delete(id)
    const left: number[] = []
    for (const id of ids) {
      const game = this.games.committed(id)
      if (game) this.note(id, game)
      else left.push(id)
    }
    await Promise.all(
      left.map((id) =>
        this.games
          .newest(id)
          .then((game) => game && this.note(id, game))
          .catch(this.onError),
      ),
    )
  }

  /** Writes what was noted; to be called every few seconds. Never throws. */
  write(): Promise<void> {
    this.working = this.working.then(() => this.writeNow())
    return this.working
  }

  /** Packs settled games, and those that have gone on for very long; to be called now and then, whether it is done with the last call or not. Never throws. */
  pack(): Promise<void> {
    this.packing ??= this.packAll()
      .catch(this.onError)
      .finally(() => (this.packing = undefined))
    return this.packing
  }

  /** Writes what is left; what is not packed yet is packed another time. Never throws. */
  async close(): Promise<void> {
    this.isClosing = true
    this.ignore()
    await this.packing
    for (let left = this.changed.size; left > 0; left -= lookedAtOnce) await this.look()
    await this.write()
  }

  private note(machine: number, game: { id: number; state: GameState }) {
    const point = pointOf(game.state, this.now())
    const known = this.lastNoted.get(machine)
    const last = known?.gameId === game.id ? known : undefined
    const modesSize = (last?.modesSize ?? 0) + sizeOf(point.modes)
    if (modesSize > roomWhilePlayed) point.modes = []
    switch (sampleDecision(last?.point, point)) {
      case 'now':
        this.lastNoted.set(machine, { gameId: game.id, point, modesSize })
        this.waiting.push({ ...point, gameId: game.id })
        break
      case 'later':
        this.changed.add(machine)
        break
      case 'never':
        break
    }
  }

  private async packAll() {
    for (;;) {
      const found = await gamesToPack(this.db, new Date(this.now() - packAfterMs), mostNoted, packedAtOnce)
      for (const { id, ownerId, isOver } of found)
        await packPoints(this.db, id, (points) =>
          isOver ? this.packFor(ownerId, points) : withRoom(thinned(points, mostOfRunning)),
        )
      if (found.length < packedAtOnce || this.isClosing) return
    }
  }

  private packFor(ownerId: number, points: readonly Point[]): Point[] {
    const packed = withRoom(thinned(points, mostPacked))
    const isWithin = this.packed.take(String(ownerId), JSON.stringify(packed).length) === 0
    return isWithin
      ? packed
      : thinned(
          points.map((point) => ({ ...point, modes: [] })),
          fewestPacked,
        )
  }

  private async writeNow() {
    if (this.waiting.length === 0) return
    const points = this.waiting
    this.waiting = []
    try {
      await insertPoints(this.db, points)
    } catch (error) {
      // What the database refuses for good would be in the way of all that follows.
      if (!isRefused(error)) this.waiting = [...points, ...this.waiting].slice(-mostWaiting)
      this.onError(error)
    }
  }
}
