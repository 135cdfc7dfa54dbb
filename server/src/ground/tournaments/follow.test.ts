import type { EventDocument } from '@multiball/shared/schema'
import { Follower, type SocketHandlers } from './follow'
import { connectPusher } from './pusher'
import { everyFault, FakeMatchPlay, type Format } from './testing/fakeMatchPlay'
import { changed, clock, endings, isTruth, playAll, playsWithEveryFault, startRig, turn, type Rig } from './testing/rig'

playsWithEveryFault([0])

test('MPB-03 a deleted round takes its games along, and strikes that were adjusted in silence are known within minutes', async () => {
  const rig = await startRig({ format: 'knockout' })
  rig.fake.start()
  rig.fake.startRound()
  await rig.until(() => rig.shown()?.matches.length === 6, 'six matches')
  rig.fake.deleteRound()
  await rig.until(() => rig.shown()?.matches.length === 0, 'none')
  rig.fake.adjust(101)
  await rig.until(
    () => rig.shown()!.standings.some(({ player, strikes }) => player === '101' && strikes === 1),
    'the strike',
  )
  expect(rig.shown()!.scoring).toEqual({ by: 'strikes', awards: [[0], [0, 1]], out_at: 3 })
})

/** Time that goes from timer to timer, as soon as nothing is under way. */
function steppedClock() {
  let now = 0
  const timers = new Set<{ at: number; work: () => void }>()
  return {
    now: () => now,
    elapsed: () => now,
    after(ms: number, work: () => void) {
      const timer = { at: now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    /** To the next timer, or as far as this. */
    step(end = Infinity) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
      now = next?.at ?? end
      if (next) timers.delete(next)
      next?.work()
    },
  }
}

/** The same by a clock that stands still while calls are under way, and without a socket: tests say what Match Play announces. */
async function steppedRig(options: { format: Format; players: number; seed: number }) {
  const stepped = steppedClock()
  const fake = new FakeMatchPlay(options)
  const { rest } = await fake.listen()
  const documents: EventDocument[] = []
  let underWay = 0
  let socket: SocketHandlers | undefined
  const follower = new Follower({
    tournament: fake.tournament,
    rest,
    connect: (handlers) => {
      socket = handlers
      return { close: () => {} }
    },
    feed: { put: (document) => void documents.push(document) },
    clock: stepped,
    request: async (...call) => {
      underWay += 1
      try {
        return await fetch(...call)
      } finally {
        underWay -= 1
      }
    },
    log: () => {},
  })
  endings.push(
    () => fake.close(),
    () => follower.stop(),
  )
  const shown = { fake, shown: () => documents.at(-1) } as Rig
  const rested = async () => {
    do for (let turns = 0; turns < 4; turns += 1) await turn()
    while (underWay > 0)
  }
  const runUntil = async (isSo: () => boolean) => {
    for (await rested(); !isSo(); await rested()) stepped.step()
  }
  const runTo = async (end: number) => {
    for (await rested(); stepped.now() < end; await rested()) stepped.step(end)
  }
  return { stepped, fake, follower, shown, socket: () => socket!, runUntil, runTo }
}

test('MPB-02 a started round’s games, which nobody announces, are on the board within seconds', async () => {
  const {
    stepped,
    fake,
    follower,
    shown: { shown },
    socket,
    runUntil,
  } = await steppedRig({ format: 'matchplay', players: 12, seed: 1 })
  fake.start()
  socket().onOpen()
  await runUntil(() => follower.isSettled)
  fake.startRound()
  socket().onEvent('RoundCreatedOrUpdated', fake.rounds.at(-1)!)
  const since = stepped.now()
  await runUntil(() => shown()?.matches.length === 6)
  expect(shown()).toMatchObject({ status: 'playing', round: { name: 'Round 1' } })
  expect(stepped.now() - since).toBeLessThan(15_000)
  expect(shown()!.matches.map(({ state, order }) => [state, order])).toEqual(Array(6).fill(['playing', undefined]))
})

test.each([
  ['is back when calls are', 60_500],
  ['is back at once, while calls fail for the minute', 1_000],
])(
  'MPB-04 after a cut of a minute, where the socket %s, the board is right again after three calls',
  async (_when, socketAfter) => {
    const { stepped, fake, follower, shown, socket, runUntil, runTo } = await steppedRig({
      format: 'group_matchplay',
      players: 40,
      seed: 1,
    })
    fake.start()
    fake.startRound()
    socket().onOpen()
    await runUntil(() => follower.isSettled && isTruth(shown))
    fake.isAway = true
    socket().onClosed()
    stepped.after(socketAfter, () => socket().onOpen())
    for (const game of fake.open.slice(0, 6)) fake.finish(game)
    await runTo(stepped.now() + 60_000)
    const calls = fake.calls.length
    fake.isAway = false
    await runUntil(() => isTruth(shown))
    expect(fake.calls.slice(calls + 3)).toEqual([])
  },
)

describe('MPB-04 Match Play is away for a minute, right after something was changed about the tournament itself', () => {
  test.each(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap(
      (late) =>
        [
          [late, 'its socket back first', 0],
          [late, 'its socket back amid the calls', 500],
          [late, 'its socket back later', 15_000],
        ] as const,
    ),
  )(
    'from its return %d s past the minute, %s, the board equals it after three calls and in 10 s',
    async (late, _socket, socketAfter) => {
      const { stepped, fake, follower, shown, socket, runUntil, runTo } = await steppedRig({
        format: 'group_matchplay',
        players: 40,
        seed: 5,
      })
      fake.start()
      fake.startRound()
      socket().onOpen()
      await runUntil(() => follower.isSettled && isTruth(shown))
      socket().onEvent('TournamentUpdated', fake.info())
      fake.isAway = true
      socket().onClosed()
      for (const game of fake.open.slice(0, 6)) fake.finish(game)
      await runTo(stepped.now() + 60_000 + late * 1_000)
      fake.isAway = false
      const [back, calls] = [stepped.now(), fake.calls.length]
      stepped.after(socketAfter, () => socket().onOpen())
      await runUntil(() => isTruth(shown))
      expect(fake.calls.slice(calls)).toEqual(expect.not.arrayContaining(['/']))
      expect(fake.calls.slice(calls + 3)).toEqual([])
      expect(stepped.now() - back).toBeLessThanOrEqual(10_000)
      // Nothing is left out for it.
      await runUntil(() => fake.calls.slice(calls).includes('/'))
      expect(stepped.now() - back).toBeLessThanOrEqual(30_000)
    },
  )
})

test('MPB-04 Match Play that is away is asked every 6 seconds at least, and once a minute after ten minutes', async () => {
  const stepped = steppedClock()
  let socket: SocketHandlers | undefined
  const asked: number[] = []
  const follower = new Follower({
    tournament: 1,
    rest: 'http://away',
    connect: (handlers) => {
      socket = handlers
      return { close: () => {} }
    },
    feed: { put: () => {} },
    clock: stepped,
    request: async () => {
      asked.push(stepped.now())
      throw new Error('away')
    },
    log: () => {},
  })
  endings.push(() => follower.stop())
  while (stepped.now() < 1_800_000) {
    await turn()
    // Its socket tries as well, in vain.
    socket!.onClosed()
    stepped.step()
  }
  const gaps = asked.slice(1).map((at, call) => ({ at, gap: at - asked[call]! }))
  expect(Math.max(...gaps.filter(({ at }) => at < 600_000).map(({ gap }) => gap))).toBe(6_000)
  expect(gaps.at(-1)!.gap).toBe(60_000)
  expect(follower.isThere).toBe(false)
})

test('MPB-05 a hundred players and every fault: never more than 20 calls in a minute, never two calls for standings in 15 seconds', async () => {
  const rig = await startRig({ format: 'group_matchplay', players: 100, faults: everyFault })
  await playAll(rig, 3)
  const { callTimes, fake } = rig
  expect(
    Math.max(...callTimes.map((from) => callTimes.filter((at) => at >= from && at < from + 60_000).length)),
  ).toBeLessThanOrEqual(20)
  const standings = callTimes.filter((_at, call) => fake.calls[call] === '/standings')
  expect(Math.min(...standings.slice(1).map((at, call) => at - standings[call]!))).toBeGreaterThanOrEqual(14_900)
})

test('MPB-06 places are compared with those at the round’s beginning, over a restart too', async () => {
  const rig = await startRig({ format: 'group_matchplay', players: 16 })
  const { fake, until, follower, shown } = rig
  fake.start()
  fake.startRound()
  for (const game of fake.open) fake.finish(game)
  fake.endRound()
  await until(() => isTruth(rig), 'the first round')
  const places = Object.fromEntries(shown()!.standings.map(({ player, place }) => [player, place]))
  fake.startRound()
  await until(() => shown()!.round?.name === 'Round 2' && shown()!.matches.length === 4, 'the second round')
  follower.stop()
  const again = rig.follow()
  endings.push(() => again.stop())
  for (const game of fake.open) fake.finish(game)
  await until(() => isTruth(rig), 'the second round is played')
  expect(Object.fromEntries(shown()!.standings.map(({ player, place_before }) => [player, place_before]))).toEqual(
    places,
  )
})

test('MPB-12 best game: everyone plays alone, and who waits for a machine is called on the board, the next one first', async () => {
  const rig = await startRig({ format: 'best_game', players: 6 })
  const { fake, until, shown } = rig
  const waiting = () => shown()?.queues.map(({ machine, players }) => [machine, ...players])
  await until(() => shown()?.status === 'planned', 'the roster')
  fake.start()
  for (const player of [103, 101, 106]) fake.join(player, 504)
  fake.join(102, 511)
  await until(() => waiting()?.join(' ') === '504,103,101,106 511,102', 'two queues')
  expect(shown()).toMatchObject({ status: 'playing', matches: [] })
  await until(
    () =>
      shown()!
        .machines.map(({ name }) => name)
        .join() === 'Machine 504,Machine 511',
    'names of the machines',
  )
  fake.callNext(504)
  fake.callNext(511)
  await until(() => waiting()?.join(' ') === '504,101,106', 'one is up')
  fake.callNext(504)
  fake.callNext(504)
  await until(() => waiting()?.length === 0, 'nobody waits')
  fake.end(true)
  await until(() => shown()?.status === 'finished', 'the end')
})

test.each([
  ['frenzy', 0],
  ['max_matchplay', 0],
  ['matchplay', 77],
] as const)(
  'MPB-13 %s with games of round %i, which no answer has: they are matches, and are over when they are',
  async (format, round) => {
    const rig = await startRig({ format, players: 6 })
    const { fake, until, shown } = rig
    const matches = () =>
      shown()?.matches.map(({ state, machine, players, order }) =>
        [state, machine, ...players, ...(order ? ['won by', order[0]] : [])].join(' '),
      )
    fake.start()
    await until(() => shown()?.status === 'playing', 'it has begun')
    const first = fake.pair([101, 102], 504, round)
    fake.pair([103, 104], 511, round)
    await until(() => matches()?.join() === 'playing 504 101 102,playing 511 103 104', 'two matches')
    fake.finish(first)
    await until(() => matches()?.[0]?.startsWith('finished') === true, 'a result')
    fake.pair([105, 101], 504, round)
    changed.skipped += 180_000
    await until(() => rig.follower.isSettled && matches()?.at(-1) === 'playing 504 105 101', 'the next one')
    const winner = first.resultPositions[0]
    expect(matches()).toEqual([`finished 504 101 102 won by ${winner}`, 'playing 511 103 104', 'playing 504 105 101'])
    expect(shown()!.standings).toContainEqual(expect.objectContaining({ player: String(winner), place: 1, played: 1 }))
    const rounds = fake.calls.filter((call) => call === '/rounds').length
    changed.skipped += 60_000
    await until(() => rig.follower.isSettled, 'a minute later')
    expect(fake.calls.filter((call) => call === '/rounds').length - rounds).toBeLessThan(2)
  },
)

test.each([
  [404, '{}'],
  [403, '{}'],
  [200, '{"data":"closed"}'],
  [200, 'null'],
])(
  'MPB-12 queues that are answered with %i %s are none, and the rest of the tournament is followed as ever',
  async (status, text) => {
    const rig = await startRig({ format: 'best_game', players: 6 })
    const { fake, until, shown, lines } = rig
    fake.queuesAnswer = { status, text }
    fake.start()
    fake.join(103, 504)
    await until(
      () => fake.calls.filter((call) => call === '/queues').length > 1 && shown()?.status === 'playing',
      'they were asked for twice',
    )
    expect(shown()).toMatchObject({ queues: [], standings: Array(6).fill(expect.objectContaining({ place: 1 })) })
    expect(lines.filter((line) => line.includes('goes on'))).toEqual([])
  },
)

test('MPB-07 organizers who stop without a word: with all games over and two hours of silence it is over', async () => {
  const rig = await startRig({ format: 'matchplay', players: 4 })
  const { fake, until, shown } = rig
  fake.start()
  fake.startRound()
  for (const game of fake.open) fake.finish(game)
  fake.endRound()
  await until(() => shown()?.status === 'between' && rig.follower.isSettled, 'between rounds')
  const [since, calls] = [clock.now(), rig.callTimes.length]
  changed.skipped += 6_000_000
  await until(() => rig.callTimes.length > calls + 2, 'a while later')
  expect(shown()?.status).toBe('between')
  changed.skipped += 1_200_000
  await until(() => shown()?.status === 'finished', 'the end')
  expect(clock.now() - since).toBeGreaterThanOrEqual(7_200_000)
})

test('MPB-07 a computer whose clock is set back half a day in the middle of a tournament asks on as before', async () => {
  const rig = await startRig({ format: 'matchplay', players: 4 })
  const { fake, until } = rig
  fake.start()
  fake.startRound()
  await until(() => isTruth(rig) && rig.follower.isSettled, 'the round is shown')
  endings.push(() => (changed.isSetBy = 0))
  changed.isSetBy = -43_200_000
  const standings = () => fake.calls.filter((call) => call === '/standings').length
  const before = standings()
  for (const game of fake.open) fake.finish(game)
  await until(() => standings() > before && isTruth(rig), 'the results, and the standings after them')
})

describe('over a real Pusher client', () => {
  test.each([
    ['is cut', undefined],
    ['asks to come back at once', 4_200],
  ])('MPB-08 a connection that %s is made again, and nothing is missed', async (_what, code) => {
    const fake = new FakeMatchPlay({ format: 'matchplay', players: 4, seed: 1 })
    const { socket } = await fake.listen()
    const said: string[] = []
    let opened = () => {}
    const isOpen = () => new Promise<void>((resolve) => (opened = resolve))
    const first = isOpen()
    const connection = connectPusher(
      { url: socket, key: 'k', channel: 'tournaments.4711', log: () => {} },
      { onOpen: () => opened(), onClosed: () => said.push('closed'), onEvent: (name) => said.push(name) },
    )
    endings.push(
      () => fake.close(),
      () => connection.close(),
    )
    await first
    const second = isOpen()
    said.splice(0)
    fake.cut(code)
    await second
    fake.start()
    while (!said.some((name) => name.includes('TournamentUpdated'))) await turn()
    expect(said[0]).toBe('closed')
  })

  test('MPB-08 a server that does not want it is not asked again', async () => {
    const fake = new FakeMatchPlay({ format: 'matchplay', players: 4, seed: 1 })
    const { socket } = await fake.listen()
    const lines: string[] = []
    const logged = new Promise<void>((resolve) => {
      const connection = connectPusher(
        { url: socket, key: 'k', channel: 'tournaments.4711', log: (line) => (lines.push(line), resolve()) },
        { onOpen: () => fake.cut(4_001), onClosed: () => {}, onEvent: () => {} },
      )
      endings.push(
        () => fake.close(),
        () => connection.close(),
      )
    })
    await logged
    expect(lines).toEqual(['Match Play’s socket refuses the connection: following by calls alone.'])
  })
})
