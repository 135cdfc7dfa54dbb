import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BoardType, Game, LiveMessage, MomentChoice, ScoreboardScores } from '@multiball/shared/schema'
import { boardIsPrivate, isLiveBoardType } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import type { BoardName } from '../core/boards/visibility'
import { anonymous } from '../ground/http/actors'
import { LiveHub } from '../edges/live/hub'
import type { HubOptions, LiveGames } from '../edges/live/hub'
import { alike } from '../edges/live/sources/boardSource'
import type { BoardSource, BoardView } from '../edges/live/sources/boardSource'
import { containerView } from '../edges/live/sources/feeds'

/** A newest state of a scoreboard, as a viewer hears it. */
export type Scores = { type: 'SCORES'; name: string } & Required<ScoreboardScores>

interface BoardOptions {
  isPublic?: boolean
  key?: string
  title?: string
  owner?: number
  /** that may show it */
  sites?: string[]
  moments?: MomentChoice
}

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A hub on a real server, with games and boards of the test and a clock that stands still; `aheadMs` is by how much somebody has set it ahead. */
export async function stage({
  padding = 0,
  ...options
}: HubOptions & { /** bytes by which states are larger */ padding?: number } = {}) {
  const scores = new Map<number, number>()
  const listeners = new Set<Parameters<LiveGames['onChange']>[0]>()
  const renameListeners = new Set<(userId: number) => void>()
  let reads = 0
  const current = async (id: number): Promise<Game | null> => {
    reads += 1
    const score = scores.get(id)
    if (score === undefined) return null
    return {
      id,
      venuemachine_id: id,
      scores: [{ position: 1, score, player: null }],
      current_player: 1,
      current_ball: 1,
      settled_on: null,
      game_modes: padding ? ['x'.repeat(padding)] : [],
    }
  }
  const games: LiveGames = {
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onRename: (listener) => {
      renameListeners.add(listener)
      return () => void renameListeners.delete(listener)
    },
  }
  const views = new Map<string, BoardView>()
  let boardReads = 0
  const source = (type: BoardType): BoardSource => ({
    type,
    read: async (id) => {
      boardReads += 1
      const view = views.get(`${type} ${id}`)
      // As an answer of the database: it may be of the past when it arrives.
      await new Promise(setImmediate)
      return view
    },
    versions: async (ids) =>
      new Map(ids.flatMap((id) => (views.has(`${type} ${id}`) ? [[id, views.get(`${type} ${id}`)!.version]] : []))),
  })
  const clock = { now: 1_000_000, aheadMs: 0 }
  const timers: { at: number; work: () => void }[] = []
  /** keys of what contains a board, by its name */
  const containerKeys = new Map<string, string[]>()
  let keyReads = 0
  const hub = new LiveHub(games, (type) => (isLiveBoardType(type) || type === 'wall' ? source(type) : undefined), {
    now: () => clock.now + clock.aheadMs,
    elapsed: () => clock.now,
    schedule: (work, delayMs) =>
      void (delayMs <= 0 ? setImmediate(work) : timers.push({ at: clock.now + delayMs, work })),
    viewerKeysOf: async ({ type, id }) => {
      keyReads += 1
      return containerKeys.get(`${type} ${id}`) ?? []
    },
    // Venue machines 1 to 99 are machine 100, those up to 199 machine 200, the others are not known.
    machineOf: (id) => (id < 200 ? 100 * (1 + Math.floor(id / 100)) : undefined),
    ...options,
  })
  const server = createServer((_request, response) => response.writeHead(404).end())
  hub.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(async () => {
    await hub.close()
    server.closeAllConnections()
    server.close()
  })

  const setView = (
    type: BoardType,
    id: number,
    { isPublic = true, key = 'right', title = 'Board', owner = 1, sites = [], moments = 'records' }: BoardOptions,
    version: unknown,
    view: Pick<BoardView, 'dependsOn' | 'state'>,
  ) =>
    views.set(`${type} ${id}`, {
      version: `${isPublic} ${key} ${title} ${sites.join()} ${JSON.stringify(version)}`,
      moments,
      access: { is_public: isPublic, owner_id: owner, viewer_key: key, embed_sites: sites },
      ...view,
    })
  const setBoard = (
    id: number,
    { venueMachines = [id], ...board }: BoardOptions & { venueMachines?: number[] } = {},
  ) => {
    const settings = { id, title: board.title ?? 'Board' }
    setView('scoreboard', id, board, venueMachines, {
      dependsOn: { shownVenueMachines: venueMachines },
      state: async () =>
        alike({
          settings,
          body: { data: (await Promise.all(venueMachines.map(current))).filter((game) => game !== null) },
        }),
    })
  }
  setBoard(1)
  const counted = { best: 0, staleAt: undefined as number | undefined, times: 0 }
  const setLeaderboard = (
    id: number,
    {
      venueMachines,
      machines,
      player,
      ...board
    }: BoardOptions & { venueMachines?: number[]; machines?: number[]; /** whom it names */ player?: number },
  ) =>
    setView('leaderboard', id, board, [venueMachines, machines], {
      dependsOn: { countedVenueMachines: venueMachines, countedMachines: machines },
      state: async () => {
        counted.times += 1
        return alike(
          {
            settings: { id, title: board.title ?? 'Best' },
            body: { data: [{ scores: [counted.best], ...(player && { player: { id: player } }) }] },
          },
          counted.staleAt,
        )
      },
    })
  /** A comboboard, or a streamboard or a remote's board in the same words. */
  const setContainer = (
    id: number,
    items: BoardName[],
    { type = 'comboboard', ...board }: BoardOptions & { type?: 'comboboard' | 'streamboard' | 'wall' } = {},
  ) =>
    setView(
      type,
      id,
      board,
      items,
      containerView({
        ownerId: board.owner ?? 1,
        items,
        boardOf: (item) => item,
        settings: (parts) => ({
          id,
          title: board.title ?? 'All',
          boards: parts.map(({ shown }) => shown?.settings ?? boardIsPrivate),
        }),
        body: (parts) => ({ boards: parts.map(({ shown }) => shown?.body ?? boardIsPrivate) }),
      }),
    )

  return {
    hub,
    clock,
    timers,
    setBoard,
    setLeaderboard,
    setContainer,
    views,
    counted,
    containerKeys,
    address: addressOf(server),
    reads: () => reads,
    boardReads: () => boardReads,
    keyReads: () => keyReads,
    score: (venueMachine: number, score: number, isSettled = false) => {
      scores.set(venueMachine, score)
      for (const listener of listeners) listener(venueMachine, { isSettled })
    },
    rename: (userId: number) => {
      for (const listener of renameListeners) listener(userId)
    },
    /** the newest state as a poll reads it */
    stateOf: async (type: string, id: number, key?: string) => {
      const { channel } = await hub.open(type, id, anonymous, key)
      return JSON.parse(channel.scoresAnswer().bytes.toString()) as Scores
    },
    /** lets the clock go on, and does what is due */
    pass: async (ms: number) => {
      clock.now += ms
      for (const timer of timers.splice(0)) {
        if (timer.at <= clock.now) timer.work()
        else timers.push(timer)
      }
      await settle()
    },
    watch: (
      id = 1,
      {
        key,
        type = 'scoreboard',
        name = `${type}:${id}:scores`,
        origin,
      }: { key?: string; name?: string; type?: string; origin?: string } = {},
    ) => watch(server, `/${type}/${id}/scores/websocket/?session=7`, { type: 'GET_SCORES', name, key }, origin),
    open: (path: string, origin?: string) => watch(server, path, undefined, origin),
  }
}

const addressOf = (server: Server) => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Resolves once it is so; throws when it does not become so. */
export async function until(isSo: () => boolean) {
  for (let attempt = 0; !isSo(); attempt += 1) {
    if (attempt > 2_000) throw new Error('It did not happen')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Lets what was written arrive. */
export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  await new Promise((resolve) => setTimeout(resolve, 15))
}

async function watch(server: Server, path: string, hello?: object, origin?: string) {
  const socket = new WebSocket(addressOf(server) + path, { origin })
  endings.push(() => socket.terminate())
  const heard: LiveMessage[] = []
  socket.on('message', (data) => heard.push(JSON.parse(data.toString()) as LiveMessage))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  if (hello) say(hello)
  return {
    socket,
    heard,
    closed,
    say,
    scores: () =>
      (heard.filter(({ type }) => type === 'SCORES') as unknown as Scores[]).map(
        ({ data }) => data[0]?.scores[0]?.score,
      ),
    hears: (count: number) => until(() => heard.length >= count),
  }
}
