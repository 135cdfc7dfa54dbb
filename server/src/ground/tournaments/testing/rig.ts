import { EventDocument } from '@multiball/shared/schema'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import type { Clock } from '../clock'
import { Follower, type Kept, type SocketHandlers } from '../follow'
import { everyFault, FakeMatchPlay, formats, seeded, type Faults } from './fakeMatchPlay'

/* Tournaments of a Match Play that is made after its published contract, followed by a clock that is two hundred times as fast. */

const speed = 200
const begun = performance.now()
/** what tests change of the clock: time that they skip, and by how much somebody has set it, ms */
export const changed = { skipped: 0, isSetBy: 0 }
export const clock: Clock = {
  now: () => 1_790_000_000_000 + changed.isSetBy + clock.elapsed(),
  elapsed: () => changed.skipped + (performance.now() - begun) * speed,
  after(ms, work) {
    const timer = setTimeout(work, ms / speed)
    return () => clearTimeout(timer)
  },
}
export const turn = () => new Promise((resolve) => setTimeout(resolve, 1))

/** what a test has begun, to be ended after it */
export const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0).reverse()) end()
})

/** A socket that connects again at once. */
function connect(url: string, { onOpen, onClosed, onEvent }: SocketHandlers) {
  let isClosed = false
  let socket: WebSocket
  const open = () => {
    if (isClosed) return
    socket = new WebSocket(url)
    socket.on('error', () => {})
    socket.on('open', () =>
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { auth: '', channel: 'tournaments.4711' } })),
    )
    socket.on('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: unknown }
      if (event === 'pusher_internal:subscription_succeeded') onOpen()
      else if (!event.startsWith('pusher')) onEvent(event, data)
    })
    socket.on('close', () => {
      if (isClosed) return
      onClosed()
      setTimeout(open, 5)
    })
  }
  open()
  return {
    close() {
      isClosed = true
      socket.terminate()
    },
  }
}

interface RigOptions {
  format: ConstructorParameters<typeof FakeMatchPlay>[0]['format']
  players?: number
  seed?: number
  faults?: Faults
}

/** A tournament that is followed, and all that was put on the board of it. */
export async function startRig({ format, players = 12, seed = 1, faults }: RigOptions) {
  const fake = new FakeMatchPlay({ format, players, seed, faults })
  const { rest, socket } = await fake.listen()
  const documents: EventDocument[] = []
  const callTimes: number[] = []
  let state: Partial<Kept> = {}
  const lines: string[] = []
  const follow = () =>
    new Follower({
      tournament: fake.tournament,
      rest,
      connect: (handlers) => connect(socket, handlers),
      feed: { put: (document) => void documents.push(v.parse(EventDocument, document)) },
      clock,
      request: (...call) => (callTimes.push(clock.elapsed()), fetch(...call)),
      log: (line) => void lines.push(line),
      state,
      onState: (kept) => (state = kept),
    })
  const follower = follow()
  endings.push(
    () => fake.close(),
    () => follower.stop(),
  )
  const shown = () => documents.at(-1)
  const until = async (isSo: () => boolean, what: string) => {
    for (const end = performance.now() + 20_000; !isSo(); await turn())
      if (performance.now() > end)
        throw new Error(`It did not happen: ${what}\n${JSON.stringify(shown())}\n${lines.join('\n')}`)
  }
  return { fake, follower, follow, documents, callTimes, lines, shown, until, address: { rest, socket } }
}

export type Rig = Awaited<ReturnType<typeof startRig>>

/** Whether the board shows what Match Play has: the matches of its newest round, and the standings. */
export function isTruth({ fake, shown }: Rig): boolean {
  const document = shown()
  const round = fake.rounds.at(-1)
  if (!document || !round) return false
  const told = new Map(document.matches.map((match) => [match.id, match]))
  const isPlayed = fake.games
    .filter(({ roundId, bye }) => roundId === round.roundId && !bye)
    .every(({ gameId, status, resultPositions }) => {
      const match = told.get(String(gameId))
      return status === 'completed'
        ? match?.state === 'finished' && String(match.order) === String(resultPositions)
        : match !== undefined && match.state !== 'finished'
    })
  const isStanding = fake
    .standings()
    .every(({ playerId, position, strikeCount }) =>
      document.standings.some(
        ({ player, place, strikes }) =>
          player === String(playerId) && place === position && (strikeCount === null || strikes === strikeCount),
      ),
    )
  return isPlayed && isStanding && document.players.every(({ name }) => name !== '')
}

/** Winners that were shown though Match Play had never been told of them, or had corrected them by then. */
function wrongWinners({ documents, fake }: Rig): string[] {
  const newest = new Map<string, number>()
  return documents.flatMap(({ matches }) =>
    matches.flatMap(({ id, order }) => {
      if (!order) return []
      // The same result may be entered again after another one.
      const entered = fake.results.get(Number(id))?.indexOf(order.join(' '), newest.get(id) ?? 0) ?? -1
      if (entered < 0) return [`${id}: ${order.join(' ')}`]
      newest.set(id, entered)
      return []
    }),
  )
}

/** Plays a tournament to its end: results in any order, corrected, taken back; a round deleted, players that leave, strikes adjusted. */
export async function playAll(rig: Rig, seed: number) {
  const { fake, until } = rig
  const random = seeded(seed + 77)
  fake.start()
  for (let round = 0; round < 12 && fake.startRound(); round += 1) {
    await turn()
    if (round === 2 && random() < 0.5) {
      fake.deleteRound()
      if (!fake.startRound()) break
    }
    while (fake.open.length > 0) {
      const { open } = fake
      fake.finish(open[Math.floor(random() * open.length)]!)
      const finished = fake.games.filter(
        ({ roundId, bye, status }) => roundId === fake.rounds.at(-1)!.roundId && !bye && status === 'completed',
      )
      if (random() < 0.15) fake.finish(finished[Math.floor(random() * finished.length)]!)
      if (random() < 0.05) fake.reopen(finished[Math.floor(random() * finished.length)]!)
      await turn()
    }
    fake.endRound()
    if (random() < 0.3) fake.adjust(fake.playerIds[Math.floor(random() * 5)]!)
    if (random() < 0.1) fake.leave(fake.playerIds.at(-1)!)
    if (round % 3 === 1) {
      const { faults } = fake
      fake.faults = { ...faults, failed: 0 }
      fake.settle()
      await until(() => isTruth(rig), `what is shown after round ${round + 1} is what Match Play has`)
      fake.faults = faults
    }
  }
  fake.end(random() < 0.5)
  fake.settle()
}

/** MPB-01: tournaments with every fault, of each format one with each of these seeds. */
export function playsWithEveryFault(seeds: readonly number[]): void {
  test.each(formats.map((format, at) => [format, at] as const))(
    `MPB-01 ${seeds.length} of %s with every fault: at every quiet moment the board is as Match Play is, and no wrong winner was ever shown`,
    async (format, at) => {
      const played = await Promise.all(
        seeds.map(async (number) => {
          const seed = at * 5 + number
          const rig = await startRig({
            format,
            seed,
            players: format === 'group_matchplay' ? 24 : 13,
            faults: everyFault,
          })
          await playAll(rig, seed)
          await rig.until(() => rig.shown()?.status === 'finished' && isTruth(rig), `tournament ${seed} ends`)
          return rig
        }),
      )
      expect(played.flatMap(wrongWinners)).toEqual([])
      expect(
        played.map(({ documents }) => documents.some(({ matches }) => matches.some(({ order }) => order))),
      ).toEqual(seeds.map(() => true))
    },
  )
}
