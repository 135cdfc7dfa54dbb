import type { Devices } from '../devices/devices.service'
import { claimSlot } from '../games/claims'
import type { Games } from '../games/games.service'
import { demoOwner } from './cast'
import { DemoPlayer } from './demoPlayer'
import { exampleBoards } from './exampleBoards'
import type { ExampleBoardsDependencies } from './exampleBoards'
import { seedDemo } from './seedDemo'

interface DemoDependencies extends ExampleBoardsDependencies {
  devices: Devices
  games: Games
  /** of this server, without a slash at its end */
  baseUrl: string
  /** of its owner, see settleDemoAccess; undefined: one that the owner has chosen */
  password: string | undefined
}

const lookEveryMs = 5_000

export interface RunningDemo {
  /** for a person who has just started the program */
  lines: string[]
  stop(): Promise<void>
}

/** Makes the demo where the database is empty, and plays on it. Undefined where others live already. */
export async function startDemo({ devices, games, baseUrl, password, ...dependencies }: DemoDependencies): Promise<RunningDemo | undefined> {
  const { db, onError } = dependencies
  const stage = await seedDemo({ db, password })
  if (!stage) return undefined
  const player = new DemoPlayer({
    baseUrl,
    stage,
    makeKey: (venueMachineId) => devices.makeKey(venueMachineId, stage.ownerId),
    claim: async (venueMachineId, position, userId) => void (await claimSlot(db, games, venueMachineId, position, userId)),
    onError,
  })
  const examples = await exampleBoards(dependencies, stage.ownerId)
  await examples.look()
  const looking = setInterval(() => void examples.look().catch(onError), lookEveryMs)
  player.start()
  return {
    lines: [
      ...(stage.boardId ? [`Watch a game:  ${baseUrl}/viewer/scoreboards/${stage.boardId}`] : []),
      ...(stage.slideshowId ? [`See a wall:    ${baseUrl}/viewer/slideshows/${stage.slideshowId}`] : []),
      `Look around:   ${baseUrl}  (log in as ${demoOwner.username}${password === undefined ? '' : ` with the password ${password}`})`,
    ],
    stop: () => {
      clearInterval(looking)
      return player.stop()
    },
  }
}
