import { randomBytes } from 'node:crypto'
import { isDeviceUuid } from '@multiball/shared/schema'
import type { TokenRequest } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { Tables } from '../../ground/database'
import { forgetActor, hashOf } from '../../ground/http/auth'
import { conflict, invalid, notFound, Refusal } from '../../ground/http/refusals'
import type { Games } from '../../core/games/games.service'
import {
  addToken,
  deleteDeviceKey,
  detachDevice,
  ensureDevice,
  findDevice,
  findMachineOf,
  findOwnDevice,
  findProviderKey,
  isOwnMachine,
  pairDevice,
  putDeviceKey,
  putInstall,
  putTimeline,
  tokenHashesOf,
} from './devices.store'
import { deleteVenueKey, machinesNamed, putVenueKey } from './venueKeys.store'
import { isSignedBy } from './signature'
import type { LogPoint } from './sessionLog'

/** How far a device's clock may be off. */
const clockToleranceSeconds = 20

/** A pair code is on the screen now; a uuid may have been read there years ago, so it counts only just after the device was switched on. */
const uuidCountsForMs = 3_600_000

const newToken = () => randomBytes(16).toString('hex')

interface HeartbeatAnswer {
  machine_id: number
  venuemachine_id: number
  config: { opdb_id: string }
}

/** Devices, what they are paired to, and what they say. */
export class Devices {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly games: Games,
    private readonly now: () => number = Date.now,
  ) {}

  /** A new token for the device that signed this; an unknown device is added. Throws 400 and 403. */
  async authenticate(request: v.InferOutput<typeof TokenRequest>): Promise<string> {
    const offSeconds = Math.abs(this.now() / 1000 - Number(request.timestamp))
    if (offSeconds > clockToleranceSeconds) throw invalid({ timestamp: ['Invalid timestamp'] })
    const key = await findProviderKey(this.db, request.provider)
    if (!key || !isSignedBy(key, request)) throw new Refusal(403, { detail: 'Invalid signature' })
    const token = newToken()
    // By the same clock as entries: which of the two came first decides how a game has ended.
    await addToken(this.db, await ensureDevice(this.db, request), hashOf(token), new Date(this.now()))
    return token
  }

  /** Get the device’s own pair code. Throws 404. */
  async pairCode(deviceId: number, uuid: string): Promise<string> {
    const device = await findDevice(this.db, deviceId)
    if (!device || device.uuid.replaceAll('-', '') !== uuid) throw notFound()
    return device.shortcode
  }

  /** A sign of life from a client that signed on at `signedOnAt` (ms since 1970), if that is known. Throws 404 when the machine is gone. */
  async heartbeat(
    venueMachineId: number,
    isActive: boolean | undefined,
    signedOnAt?: number,
  ): Promise<HeartbeatAnswer> {
    await this.games.heartbeat(venueMachineId, isActive, signedOnAt)
    const machine = await findMachineOf(this.db, venueMachineId)
    if (!machine) throw notFound()
    return { machine_id: machine.id, venuemachine_id: venueMachineId, config: { opdb_id: machine.opdb_id ?? '' } }
  }

  /** A client has started: a game in progress on its machine is over. */
  async installed(
    deviceId: number | undefined,
    venueMachineId: number | null,
    install: { type?: string; version?: string | null; installed?: boolean },
  ): Promise<void> {
    const { type, version, installed = true } = install
    if (deviceId !== undefined && type !== undefined && typeof version === 'string')
      await putInstall(this.db, deviceId, { type, version, installed })
    if (venueMachineId !== null) await this.games.interrupt(venueMachineId)
  }

  /** Stores the timeline of a game; ignored when this machine never played it. */
  async keepTimeline(venueMachineId: number, sessionUuid: string, timeline: readonly LogPoint[]): Promise<void> {
    await putTimeline(this.db, venueMachineId, sessionUuid, JSON.stringify(timeline))
  }

  /** Takes a device off its machine. */
  async detach(deviceId: number): Promise<void> {
    const device = await findDevice(this.db, deviceId)
    if (!device || device.venue_machine_id === null) return
    await detachDevice(this.db, deviceId)
    await this.forget(deviceId)
    await this.games.interrupt(device.venue_machine_id)
  }

  /** Puts the device that shows this code, or has this uuid (32 hex digits), on the owner's machine. Throws 400, 404, 409. */
  async pair(venueMachineId: number, ownerId: number, shown: string): Promise<void> {
    if (!(await isOwnMachine(this.db, venueMachineId, ownerId))) throw notFound()
    const pairing = await pairDevice(this.db, venueMachineId, ownerId, shown, new Date(this.now() - uuidCountsForMs))
    // The same whether the device is unknown, paired, or was switched on too long ago: somebody may be guessing uuids.
    if (pairing.type === 'unknown')
      throw invalid({
        shortcode: [
          isDeviceUuid(shown) ? 'No device with this ID is waiting to be paired' : 'No device shows this code',
        ],
      })
    if (pairing.type === 'occupied') throw conflict('This machine has a device. Unpair that one first.')
    await this.forget(pairing.deviceId)
  }

  /** Takes the device off the owner's machine. Throws 404. */
  async unpair(venueMachineId: number, ownerId: number): Promise<void> {
    if (!(await isOwnMachine(this.db, venueMachineId, ownerId))) throw notFound()
    const device = await findOwnDevice(this.db, venueMachineId, ownerId)
    if (device) await this.detach(device.id)
  }

  /** A new device key for the owner's machine; it replaces the previous one. Throws 404. */
  async makeKey(venueMachineId: number, ownerId: number): Promise<string> {
    const key = newToken()
    const before = await putDeviceKey(this.db, venueMachineId, ownerId, hashOf(key))
    if (before === undefined) throw notFound()
    if (before) forgetActor(before)
    return key
  }

  /** Revokes the device key of the owner's machine. Throws 404. */
  async revokeKey(venueMachineId: number, ownerId: number): Promise<void> {
    if (!(await isOwnMachine(this.db, venueMachineId, ownerId))) throw notFound()
    const hash = await deleteDeviceKey(this.db, venueMachineId, ownerId)
    if (hash) forgetActor(hash)
  }

  /** A new key for all machines of the owner's venue; it replaces the previous one. Throws 404. */
  async makeVenueKey(venueId: number, ownerId: number): Promise<string> {
    const key = newToken()
    const before = await putVenueKey(this.db, venueId, ownerId, hashOf(key))
    if (before === undefined) throw notFound()
    if (before) forgetActor(before)
    return key
  }

  /** Revokes the key of the owner's venue. Throws 404. */
  async revokeVenueKey(venueId: number, ownerId: number): Promise<void> {
    const hash = await deleteVenueKey(this.db, venueId, ownerId)
    if (hash === undefined) throw notFound()
    if (hash) forgetActor(hash)
  }

  /** The machine of a venue that a program means. Throws 400 where it is none, or several. */
  async machineNamed(venueId: number, said: string | undefined): Promise<number> {
    if (said === undefined) throw invalid({ machine: ['Say which machine: its number, or its title'] })
    const [id, ...others] = await machinesNamed(this.db, venueId, said)
    if (id === undefined) throw invalid({ machine: ['No machine of this venue has this number or title'] })
    if (others.length > 0)
      throw invalid({
        machine: [`Several machines have this title. Send the number of one: ${[id, ...others].join(', ')}`],
      })
    return id
  }

  private async forget(deviceId: number) {
    for (const hash of await tokenHashesOf(this.db, deviceId)) forgetActor(hash)
  }
}
