import { once } from 'node:events'
import type { Socket } from 'node:net'
import { settle, stage, until } from '../../testing/hubStage'
import type { Scores } from '../../testing/hubStage'
import { closedTogether, paceMs, sliceSize } from './pace'
import type { Parts } from './sources/boardSource'

const bestOf = (state: unknown) => (state as { data: [{ scores: [number] }] }).data[0].scores[0]

describe('pace', () => {
  test.each([
    [1, 1_000, 50],
    [1000, 1_000, 50],
    [2000, 1_000, 50],
    [4000, 1_000, 100],
    [8000, 1_000, 200],
    [1, 12_000, 50],
    [1, 1_000_000, 4_000],
    [2000, 20_000, 250],
  ])('RUN-05 %d viewers see a state of %d bytes every %d ms at most', (viewers, bytes, ms) => {
    expect(paceMs(viewers, bytes)).toBe(ms)
  })

  test.each([
    [30, 25, 500],
    [1_000, 25, 500],
    [10_000, 25, 500],
    [50_000, 125, 2_500],
  ])(
    'RUN-07 of %d viewers of a server that stops %d are sent away at once, %d a second: a twentieth, or 500',
    (viewers, together, inASecond) => {
      expect(closedTogether(viewers, 50)).toBe(together)
      expect(together * (1000 / 50)).toBe(inASecond)
    },
  )

  test('the first two updates go out at once, those of the next 50 ms become one, the newest, and so on', async () => {
    const { watch, score, pass } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    score(1, 1)
    await viewer.hears(2)
    score(1, 2)
    await viewer.hears(3)
    for (const points of [3, 4, 5]) score(1, points)
    await pass(49)
    expect(viewer.scores()).toEqual([undefined, 1, 2])
    await pass(1)
    await viewer.hears(4)
    for (const points of [6, 7]) score(1, points)
    await pass(49)
    expect(viewer.scores()).toEqual([undefined, 1, 2, 5])
    await pass(1)
    await viewer.hears(5)
    expect(viewer.scores()).toEqual([undefined, 1, 2, 5, 7])
  })

  test('LIV-09 updates that come every 50 ms, but not evenly, go out at once, each', async () => {
    const { watch, score, clock, timers } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    let at = 0
    for (const [update, late] of [0, 12, 3, 48, 1, 0, 45, 2, 30].entries()) {
      clock.now += update * 50 + late - at
      at = update * 50 + late
      score(1, update)
      await viewer.hears(update + 2)
    }
    expect(timers).toEqual([])
  })

  test.each([
    ['a day back', -86_400_000],
    ['a minute back', -60_000],
    ['a day forth', 86_400_000],
  ])('RUN-03 a clock that is set %s holds up no state, no slow viewer and no ping', async (_title, stepMs) => {
    const { watch, score, pass, clock, hub } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    score(1, 1)
    await viewer.hears(2)
    clock.aheadMs = stepMs
    score(1, 2)
    await pass(50)
    await viewer.hears(3)
    clock.aheadMs = 0
    score(1, 3)
    await pass(50)
    await viewer.hears(4)
    expect(viewer.scores()).toEqual([undefined, 1, 2, 3])

    const pinged = once(viewer.socket, 'ping')
    clock.aheadMs = stepMs
    clock.now += 25_000
    hub.tick()
    await pinged
    expect(viewer.socket.readyState).toBe(viewer.socket.OPEN)
  })

  test('after a pause the next update goes out at once again', async () => {
    const { watch, score, clock, timers } = await stage()
    const viewer = await watch()
    score(1, 1)
    await viewer.hears(1)
    clock.now += 1000
    score(1, 2)
    await viewer.hears(2)
    expect(timers).toEqual([])
  })

  test('a state is made once for all viewers, and what says the same is not sent', async () => {
    const { watch, score, pass, reads } = await stage()
    const viewers = await Promise.all(Array.from({ length: 20 }, () => watch()))
    await Promise.all(viewers.map((viewer) => viewer.hears(1)))
    const before = reads()
    score(1, 7)
    await Promise.all(viewers.map((viewer) => viewer.hears(2)))
    expect(reads()).toBe(before + 1)
    score(1, 7)
    await pass(60)
    expect(viewers[0]!.heard).toHaveLength(2)
  })

  test('LIV-12 a board that changes faster than it can be made is shown at its pace, and a poll waits for one making that began after it', async () => {
    const { watch, score, setLeaderboard, views, counted, pass, stateOf } = await stage()
    setLeaderboard(2, { venueMachines: [1] })
    const view = views.get('leaderboard 2')!
    let polled: Promise<Scores> | undefined
    const state = async (parts: Parts) => {
      counted.best += 1
      const made = await view.state(parts)
      score(1, counted.best, true)
      polled ??= counted.times === 4 ? stateOf('leaderboard', 2) : undefined
      return made
    }
    views.set('leaderboard 2', { ...view, state })
    const viewer = await watch(2, { type: 'leaderboard' })
    await viewer.hears(3)
    await settle()
    expect(viewer.heard.map(bestOf)).toEqual([1, 2, 3])
    await pass(50)
    // The fourth lacked what this poll must see, and the fifth has it.
    expect(bestOf(await polled!)).toBe(5)
    expect(counted.times).toBe(5)
  })

  test('LIV-07 a state that a poll has made while another one is on its way to many reaches all of them', async () => {
    const held: (() => void)[] = []
    const { watch, score, stateOf } = await stage({ schedule: (work) => void held.push(work) })
    const viewers = await Promise.all(Array.from({ length: sliceSize + 1 }, () => watch()))
    await Promise.all(viewers.map((viewer) => viewer.hears(1)))
    const goOn = async () => {
      for (const work of held.splice(0)) work()
      await settle()
    }
    score(1, 1)
    await goOn()
    // What is compressed is read a moment later.
    await until(() => viewers.filter((viewer) => viewer.heard.length === 1).length === 1)
    score(1, 2)
    await stateOf('scoreboard', 1)
    await goOn()
    await goOn()
    await goOn()
    await until(() => viewers.every((viewer) => viewer.scores().at(-1) === 2))
  })

  test('seq rises on each board, and starts over only with the epoch', async () => {
    const { stateOf, setBoard, score } = await stage({ maxBoards: 1 })
    setBoard(2)
    const seqs: number[] = []
    for (const id of [1, 2, 1, 2, 1]) {
      score(id, seqs.length)
      seqs.push((await stateOf('scoreboard', id)).seq)
    }
    expect(seqs).toEqual([...seqs].sort((one, other) => one - other))
    expect(new Set(seqs).size).toBe(5)
    expect((await (await stage()).stateOf('scoreboard', 1)).epoch).not.toBe((await stateOf('scoreboard', 1)).epoch)
  })
})

describe('sockets that are no good', () => {
  /** Much more than the connection's own buffers hold. */
  async function flood({ score, pass }: Awaited<ReturnType<typeof stage>>) {
    for (let points = 1; points <= 20; points += 1) {
      score(1, points)
      await pass(60)
    }
  }

  /** A viewer that reads nothing any more. */
  async function stalled({ watch }: Awaited<ReturnType<typeof stage>>) {
    const viewer = await watch()
    await viewer.hears(1)
    const raw = (viewer.socket as unknown as { _socket: Socket })._socket
    raw.pause()
    return { ...viewer, raw }
  }

  // So that a few states are enough to fill the buffers.
  const large = { padding: 1_000_000, pace: () => 50 }

  test('a slow viewer is not queued for; when it takes again it gets the newest state', async () => {
    const scene = await stage(large)
    const viewer = await stalled(scene)
    await flood(scene)
    viewer.raw.resume()
    await until(() => viewer.scores().at(-1) === 20)
    expect(viewer.scores().length).toBeLessThan(16)
    // From then on it is like any other.
    scene.score(1, 21)
    await scene.pass(60)
    await until(() => viewer.scores().at(-1) === 21)
  })

  test('a slow viewer is ended after 30 s, the others go on', async () => {
    const scene = await stage(large)
    await stalled(scene)
    const other = await scene.watch()
    await flood(scene)
    scene.hub.tick((scene.clock.now += 28_000))
    await settle()
    expect(scene.hub.figures.viewers).toBe(2)
    scene.hub.tick((scene.clock.now += 3_000))
    await settle()
    expect(scene.hub.figures.viewers).toBe(1)
    await until(() => other.scores().at(-1) === 20)
  })
})
