import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import type { Devices } from '../devices/devices.service'
import { claimSlot } from '../games/claims'
import type { Games } from '../games/games.service'
import { demoOwner } from './cast'
import { DemoPlayer } from './demoPlayer'
import { seedDemo } from './seedDemo'

export interface DemoDependencies {
  db: Kysely<Tables>
  devices: Devices
  games: Games
  /** of this server, without a slash at its end */
  baseUrl: string
  /** of its owner, see settleDemoAccess; undefined: one that the owner has chosen */
  password: string | undefined
  onError?: (error: unknown) => void
}

export interface RunningDemo {
  /** for a person who has just started the program */
  lines: string[]
  stop(): Promise<void>
}

/** Makes the demo where the database is empty, and plays on it. Undefined where others live already. */
export async function startDemo({ db, devices, games, baseUrl, password, onError }: DemoDependencies): Promise<RunningDemo | undefined> {
  const stage = await seedDemo({ db, password })
  if (!stage) return undefined
  const player = new DemoPlayer({
    baseUrl,
    stage,
    makeKey: (venueMachineId) => devices.makeKey(venueMachineId, stage.ownerId),
    claim: async (venueMachineId, position, userId) => void (await claimSlot(db, games, venueMachineId, position, userId)),
    onError,
  })
  player.start()
  return {
    lines: [
      ...(stage.boardId ? [`Watch a game:  ${baseUrl}/viewer/scoreboards/${stage.boardId}`] : []),
      ...(stage.slideshowId ? [`See a wall:    ${baseUrl}/viewer/slideshows/${stage.slideshowId}`] : []),
      `Look around:   ${baseUrl}  (log in as ${demoOwner.username}${password === undefined ? '' : ` with the password ${password}`})`,
    ],
    stop: () => player.stop(),
  }
}
