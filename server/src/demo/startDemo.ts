import { withoutReferences } from '@multiball/shared/schema'
import { sql } from 'kysely'
import { Boards, type BoardsDependencies } from '../core/boards/boards.service'
import type { BoardTypes, CustomType } from '../core/boards/custom/types'
import { customKind } from '../core/boards/kinds'
import type { Devices } from '../edges/devices/devices.service'
import { claimSlot } from '../core/games/claims'
import type { Games } from '../core/games/games.service'
import { demoOwner, demoTournament } from './cast'
import { DemoEvent, DemoEventPoster } from './demoEvent'
import { demoKeys, eventFeed, eventType } from './demoKeys'
import { DemoPlayer } from './demoPlayer'
import { seedDemo } from './seedDemo'

interface DemoDependencies extends ExampleBoardsDependencies {
  devices: Devices
  games: Games
  /** of this server, without a slash at its end */
  baseUrl: string
  /** of its owner, see settleDemoAccess; undefined: one that the owner has chosen */
  password: string | undefined
  /** nobody else's browser comes here */
  isLocal: boolean
}

const lookEveryMs = 5_000
const eventMachines = 4

export interface RunningDemo {
  /** for a person who has just started the program */
  lines: string[]
  stop(): Promise<void>
}

/** Makes the demo where the database is empty, and plays on it. Undefined where others live already. */
export async function startDemo({
  devices,
  games,
  baseUrl,
  password,
  isLocal,
  ...dependencies
}: DemoDependencies): Promise<RunningDemo | undefined> {
  const { db, onError = () => {} } = dependencies
  const stage = await seedDemo({ db, password, isOperator: isLocal })
  if (!stage) return undefined
  const keys = await demoKeys({ db, devices, changes: dependencies.changes }, stage)
  const event = new DemoEvent(stage.machines.slice(0, eventMachines), Math.random, Date.now)
  const poster = new DemoEventPoster({
    baseUrl,
    event,
    makeKey: async () => {
      const board = await db
        .selectFrom('boards')
        .select('id')
        .where('type', '=', eventType)
        .where('owner_id', '=', stage.ownerId)
        .orderBy('id')
        .executeTakeFirst()
      if (!board) return undefined
      const key = await keys.ofFeed({ type: eventType, id: board.id, name: eventFeed })
      return key === undefined ? null : { board: board.id, key }
    },
    onError,
  })
  const player = new DemoPlayer({
    baseUrl,
    stage,
    event,
    makeKey: keys.ofMachine,
    claim: async (venueMachineId, position, userId) =>
      void (await claimSlot(db, games, venueMachineId, position, userId)),
    onError,
  })
  const examples = await exampleBoards(dependencies, stage.ownerId, {
    [eventType]: {
      title: demoTournament,
      machines: stage.machines.slice(0, eventMachines).map(({ venueMachineId }) => ({ venuemachine: venueMachineId })),
    },
  })
  await examples.look()
  const looking = setInterval(() => void examples.look().catch(onError), lookEveryMs)
  player.start()
  poster.start()
  return {
    lines: [
      ...(stage.boardId ? [`Watch a game:  ${baseUrl}/viewer/scoreboards/${stage.boardId}`] : []),
      ...(stage.slideshowId ? [`See a wall:    ${baseUrl}/viewer/slideshows/${stage.slideshowId}`] : []),
      `Look around:   ${baseUrl}  (log in as ${demoOwner.username} with the password ${password ?? 'that you have chosen for it'})`,
    ],
    stop: async () => {
      clearInterval(looking)
      await Promise.all([player.stop(), poster.stop()])
    },
  }
}

interface ExampleBoardsDependencies extends Omit<BoardsDependencies, 'types'> {
  types: Pick<BoardTypes, 'all'>
  onError?: (error: unknown) => void
}

/** When the demo's machines were last played: until then the demo was running, and saw what was published. Their past is from before they were made. */
async function lastPlayedAt({ db }: ExampleBoardsDependencies, ownerId: number): Promise<number> {
  const { rows } = await sql<{ moment: Date | null }>`
    select max(vm.last_heard_at) as moment from venue_machines vm join venues v on v.id = vm.venue_id where v.owner_id = ${ownerId} and vm.last_heard_at > vm.created_at
  `.execute(db)
  return rows[0]?.moment?.getTime() ?? Number.NEGATIVE_INFINITY
}

/**
 * One board of each type that a remote brings along, made from the type's example, or from `own` by its name, once it is published. What the demo's owner
 * removed is not made again: a type that was published while the demo ran before has had its board. That needs no record of its own.
 */
export async function exampleBoards(
  dependencies: ExampleBoardsDependencies,
  ownerId: number,
  own: Record<string, object> = {},
): Promise<{ look(): Promise<void> }> {
  const { db, types, onError = () => {} } = dependencies
  const playedAt = await lastPlayedAt(dependencies, ownerId)
  const seen = new Set<string>()

  async function make(type: CustomType) {
    if (
      await db
        .selectFrom('boards')
        .select('id')
        .where('type', '=', type.name)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst()
    )
      return
    const { singular, example } = type.published
    const title = singular.charAt(0).toUpperCase() + singular.slice(1)
    // What an example names belongs to nobody.
    const settings = withoutReferences(type.places, example, () => true)
    await new Boards(customKind(type), dependencies).create(ownerId, {
      ...settings,
      title,
      is_public: true,
      ...own[type.name],
    })
  }

  return {
    /** Looks which types are there. */
    async look() {
      for (const type of (await types.all()).values()) {
        if (!type.isAvailable || seen.has(type.name)) continue
        seen.add(type.name)
        if (Date.parse(type.publishedAt) > playedAt) await make(type).catch(onError)
      }
    },
  }
}
