import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mostFoundMachines } from '@multiball/shared/schema'
import type { Bridge, BridgeInput, BridgeReport, BridgeState } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { PostedFeeds } from '../../core/boards/feeds/postedFeeds'
import type { Games } from '../../core/games/games.service'
import { findVenue } from '../../core/venues/venues.store'
import type { Tables } from '../../ground/database/tables'
import { forgetActor, hashOf } from '../../ground/http/auth'
import { invalid, notFound, unauthorized } from '../../ground/http/refusals'
import {
  addBridge,
  deleteBridge,
  foundBy,
  insertCode,
  isWaitingKey,
  keepFound,
  listBridges,
  noteBridge,
} from './bridges.store'
import type { BridgeRow } from './bridges.store'
import { newPairCode } from './devices.store'

const codeForMs = 10 * 60_000
const attempts = 5

const unknownCode = () => invalid({ code: ['No bridge shows this code'] })

/** The token under which a bridge posts for a machine: the same each time it asks, and worth nothing without the key. */
const tokenOf = (key: string, machine: string): string => createHmac('sha256', key).update(machine).digest('hex')

/** A machine keeps its uuid with whatever bridge of the venue finds it. */
const uuidOf = (venueId: number, machine: string): string =>
  createHash('sha256').update(`${venueId}:${machine}`).digest('hex').slice(0, 32)

/** Bridges, the codes that they show, and the machines that they find. */
export class BridgeSignOns {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly games: Pick<Games, 'interrupt'>,
    private readonly feeds: Pick<PostedFeeds, 'renewKey'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** A code for a bridge to show; one more where it has a key that waits. */
  async newCode(key: string | undefined, name: string): Promise<{ code: string; key: string; expires_in: number }> {
    const now = this.now()
    const isKnown = key !== undefined && (await isWaitingKey(this.db, hashOf(key), new Date(now)))
    const kept = isKnown ? key : randomBytes(32).toString('base64url')
    const expiresAt = new Date(now + codeForMs)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const code = newPairCode()
      if (await insertCode(this.db, { code, key_hash: hashOf(kept), name, expires_at: expiresAt }))
        return { code, key: kept, expires_in: codeForMs / 1000 }
    }
    throw new Error('Every code that was drawn is in use')
  }

  /** Takes what a bridge has found, and answers what became of it. Throws 401 for a key that is unknown. */
  async report(key: string, report: BridgeReport): Promise<BridgeState> {
    const now = new Date(this.now())
    const bridge = await noteBridge(this.db, hashOf(key), now)
    if (!bridge) {
      if (await isWaitingKey(this.db, hashOf(key), now)) return { venue: null, machines: [] }
      throw unauthorized('Bridge')
    }
    // Each machine once.
    const machines = [...new Map(report.machines.map((machine) => [machine.id, machine])).values()]
    const gone = await keepFound(
      this.db,
      bridge.id,
      { machines },
      {
        uuids: machines.map(({ id }) => uuidOf(bridge.venue_id, id)),
        hashes: machines.map(({ id }) => hashOf(tokenOf(key, id))),
        most: mostFoundMachines,
        now,
      },
    )
    for (const hash of gone) forgetActor(hash)
    const found = await foundBy(this.db, bridge.id)
    return {
      venue: { id: bridge.venue_id, name: bridge.venue_name },
      machines: found.map(({ source, venue_machine_id: id, machine_name }) => ({
        id: source,
        token: tokenOf(key, source),
        venuemachine: id === null ? null : { id, name: machine_name! },
      })),
    }
  }

  /** A new feed key of an eventboard of the venue's owner. Throws 401 for a key that is unknown, 403, 404. */
  async eventboardKey(key: string, board: number): Promise<string> {
    const bridge = await noteBridge(this.db, hashOf(key), new Date(this.now()))
    if (!bridge) throw unauthorized('Bridge')
    return this.feeds.renewKey({ type: 'eventboard', id: board, name: 'event' }, bridge.owner_id)
  }

  async list(ownerId: number): Promise<Bridge[]> {
    return (await listBridges(this.db, ownerId)).map(answerOf)
  }

  /** The bridge that shows this code becomes the venue's; sent again, since the answer was lost, it is that bridge. Throws 400. */
  async add(ownerId: number, { code, venue }: BridgeInput): Promise<Bridge> {
    if (!(await findVenue(this.db, venue, ownerId))) throw invalid({ venue: ['There is no such venue'] })
    const id = await addBridge(this.db, ownerId, venue, code, new Date(this.now()))
    if (id === undefined) throw unknownCode()
    const [row] = await listBridges(this.db, ownerId, id)
    if (!row) throw unknownCode()
    return answerOf(row)
  }

  /** The bridge posts nothing any more; its games in progress are over. Throws 404. */
  async remove(id: number, ownerId: number): Promise<void> {
    const removed = await deleteBridge(this.db, id, ownerId)
    if (!removed) throw notFound()
    for (const hash of removed.tokens) forgetActor(hash)
    for (const venueMachineId of removed.venueMachines) await this.games.interrupt(venueMachineId)
  }
}

const answerOf = ({ id, name, venue_id, used_at, machines }: BridgeRow): Bridge => ({
  id,
  name,
  venue: venue_id,
  last_heard_at: used_at?.toISOString() ?? null,
  machines: machines.map(({ venue_machine_id, machine_name, found_at, ...found }) => ({
    ...found,
    found_at: new Date(found_at).toISOString(),
    venuemachine: venue_machine_id === null ? null : { id: venue_machine_id, name: machine_name! },
  })),
})
