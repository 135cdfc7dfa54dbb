import type { BoardName } from '../../core/boards/visibility'
import { settle, stage } from '../../testing/hubStage'
import type { Scores } from '../../testing/hubStage'

test('API-08 LIV-01 a viewer that says GET_SCORES gets the whole state, then every newer one', async () => {
  const { score, watch } = await stage()
  score(1, 10)
  const viewer = await watch()
  await viewer.hears(1)
  score(1, 20)
  await viewer.hears(2)
  const [before, after] = viewer.heard as unknown as [Scores, Scores]
  expect(before).toEqual({
    type: 'SCORES',
    name: 'scoreboard:1:scores',
    data: [
      {
        id: 1,
        venuemachine_id: 1,
        scores: [{ position: 1, score: 10, player: null }],
        current_player: 1,
        current_ball: 1,
        settled_on: null,
        game_modes: [],
      },
    ],
    epoch: expect.any(String),
    seq: expect.any(Number),
    config: expect.any(String),
  })
  expect(after.data[0]!.scores[0]!.score).toBe(20)
  expect(after.seq).toBeGreaterThan(before.seq)
  expect(after.epoch).toBe(before.epoch)
})

test('a board without a game, and one that only changes elsewhere, is quiet', async () => {
  const { watch, score, setBoard } = await stage()
  setBoard(2)
  const viewer = await watch()
  await viewer.hears(1)
  score(2, 10)
  await settle()
  expect(viewer.heard).toHaveLength(1)
})

describe('states without viewers', () => {
  test('a board is read once, however many ask, and asked again only after a change', async () => {
    const { stateOf, reads, boardReads, score } = await stage()
    score(1, 10)
    await Promise.all(Array.from({ length: 50 }, () => stateOf('scoreboard', 1)))
    await stateOf('scoreboard', 1)
    expect([boardReads(), reads()]).toEqual([1, 1])
    score(1, 20)
    const states = await Promise.all(Array.from({ length: 50 }, () => stateOf('scoreboard', 1)))
    expect(states[49]!.data[0]!.scores[0]!.score).toBe(20)
    expect([boardReads(), reads()]).toEqual([1, 2])
  })

  test('a remote’s board that names itself, alone or by way of another, leaves the memory like any other', async () => {
    const { hub, stateOf, setBoard, setContainer } = await stage({ maxBoards: 2 })
    setContainer(1, [{ type: 'wall', id: 1 }], { type: 'wall' })
    setContainer(2, [{ type: 'comboboard', id: 3 }], { type: 'wall' })
    setContainer(3, [{ type: 'wall', id: 2 }])
    for (const id of [1, 2]) await stateOf('wall', id)
    for (const id of [1, 2, 3]) {
      setBoard(id)
      await stateOf('scoreboard', id)
    }
    expect(hub.figures.boards).toBe(2)
  })

  test('boards that nobody watches leave the memory when it is full, watched ones stay', async () => {
    const { stateOf, watch, setBoard, boardReads } = await stage({ maxBoards: 2 })
    const viewer = await watch(1)
    await viewer.hears(1)
    for (const id of [2, 3, 4]) {
      setBoard(id)
      await stateOf('scoreboard', id)
    }
    const before = boardReads()
    await stateOf('scoreboard', 1)
    expect(boardReads()).toBe(before)
    await stateOf('scoreboard', 2)
    expect(boardReads()).toBe(before + 1)
  })
})

describe('what moves a board', () => {
  const scoreboard = (id: number): BoardName => ({ type: 'scoreboard', id })
  const leaderboard = (id: number): BoardName => ({ type: 'leaderboard', id })

  test.each<[string, { venueMachines?: number[]; machines?: number[] }, number]>([
    ['of a venue machine', { venueMachines: [5] }, 5],
    ['of a machine in any venue', { machines: [100] }, 5],
    ['of a machine in any venue, by a venue machine that is not known to be one yet', { machines: [100] }, 500],
  ])(
    'API-08 a leaderboard %s moves when a game settles, and a running game costs it nothing',
    async (_title, watches, machine) => {
      const { setLeaderboard, watch, score, counted, pass } = await stage()
      setLeaderboard(1, watches)
      const viewer = await watch(1, { type: 'leaderboard' })
      await viewer.hears(1)
      counted.best = 7
      score(machine, 7)
      await settle()
      expect([viewer.heard.length, counted.times]).toEqual([1, 1])
      score(machine, 7, true)
      await viewer.hears(2)
      expect(viewer.heard[1]).toMatchObject({ data: [{ scores: [7] }] })
      // Of a machine that it does not count it does not even hear.
      score(150, 1, true)
      await pass(60)
      expect(counted.times).toBe(2)
    },
  )

  test('a leaderboard moves by the clock, for viewers and for polls', async () => {
    const { setLeaderboard, watch, counted, clock, hub, stateOf } = await stage()
    counted.staleAt = clock.now + 3_000
    setLeaderboard(1, { machines: [100] })
    const viewer = await watch(1, { type: 'leaderboard' })
    await viewer.hears(1)
    counted.best = 7
    hub.tick((clock.now += 2_999))
    await settle()
    expect(viewer.heard).toHaveLength(1)
    counted.staleAt = clock.now + 1_000
    hub.tick((clock.now += 1))
    await viewer.hears(2)
    expect(viewer.heard[1]).toMatchObject({ data: [{ scores: [7] }] })
    // What a poll finds out first, viewers hear of too.
    counted.best = 8
    counted.staleAt = undefined
    clock.now += 1_000
    expect(await stateOf('leaderboard', 1)).toMatchObject({ data: [{ scores: [8] }] })
    await viewer.hears(3)
    expect(viewer.heard[2]).toMatchObject({ data: [{ scores: [8] }] })
  })

  test.each(['comboboard', 'streamboard'] as const)(
    'API-08 a %s moves when any of its boards does, also by the clock, however full the memory is',
    async (type) => {
      const { setBoard, setLeaderboard, setContainer, watch, score, counted, clock, hub, stateOf, pass } = await stage({
        maxBoards: 1,
      })
      setBoard(2)
      setBoard(9)
      setLeaderboard(3, { venueMachines: [5] })
      setContainer(4, [scoreboard(1), scoreboard(2), leaderboard(3)], { type })
      const viewer = await watch(4, { type })
      await viewer.hears(1)
      const states: unknown[] = []
      const moves = async (change: () => void) => {
        // Memory is full: what nobody looks at would have to leave.
        await stateOf('scoreboard', 9)
        change()
        await pass(60)
        await viewer.hears(states.length + 2)
        states.push(
          (viewer.heard.at(-1) as unknown as { boards: { data: { scores: unknown }[] }[] }).boards.map(
            ({ data }) => data[0]?.scores,
          ),
        )
      }
      await moves(() => score(1, 10))
      await moves(() => score(2, 20))
      counted.best = 30
      counted.staleAt = clock.now + 5_000
      await moves(() => score(5, 0, true))
      counted.best = 40
      await moves(() => hub.tick((clock.now += 5_000)))
      const one = (points: number) => [{ position: 1, score: points, player: null }]
      expect(states).toEqual([
        [one(10), undefined, [0]],
        [one(10), one(20), [0]],
        [one(10), one(20), [30]],
        [one(10), one(20), [40]],
      ])
      const seqs = (viewer.heard as unknown as Scores[]).map(({ seq }) => seq)
      expect(seqs).toEqual([...new Set(seqs)].sort((before, after) => before - after))
    },
  )

  test('a renamed user appears under the new name on leaderboards', async () => {
    const { setLeaderboard, setContainer, watch, counted, rename } = await stage()
    setLeaderboard(1, { machines: [100], player: 7 })
    setContainer(3, [{ type: 'leaderboard', id: 1 }])
    const viewers = [await watch(1, { type: 'leaderboard' }), await watch(3, { type: 'comboboard' })]
    for (const viewer of viewers) await viewer.hears(1)
    counted.best = 1
    rename(7)
    for (const viewer of viewers) await viewer.hears(2)
  })

  test('RUN-05 boards that do not show the renamed user are not made again', async () => {
    const { setLeaderboard, watch, counted, rename, reads } = await stage()
    setLeaderboard(1, { machines: [100], player: 8 })
    const viewers = [await watch(1, { type: 'leaderboard' }), await watch()]
    for (const viewer of viewers) await viewer.hears(1)
    const before = [counted.times, reads()]
    for (let count = 0; count < 100; count += 1) rename(7)
    await settle()
    expect([counted.times, reads()]).toEqual(before)
  })

  test('LIV-01 another title is a new state with another config, on the board and on what contains it; the first one back has the first config', async () => {
    const { setBoard, setContainer, watch, hub, pass } = await stage()
    setContainer(2, [scoreboard(1)])
    const viewers = [await watch(), await watch(2, { type: 'comboboard' })]
    for (const viewer of viewers) await viewer.hears(1)
    for (const [at, title] of ['Other', 'Board'].entries()) {
      setBoard(1, { title })
      hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'updated' })
      await pass(60)
      for (const viewer of viewers) await viewer.hears(at + 2)
    }
    for (const { heard } of viewers) {
      const [first, second, third] = heard as unknown as [Scores, Scores, Scores]
      expect(second.config).not.toBe(first.config)
      expect(third.config).toBe(first.config)
      expect(third.seq).toBeGreaterThan(second.seq)
      expect(second.seq).toBeGreaterThan(first.seq)
    }
  })

  test('other machines of a contained board, and boards taken out, are noticed within 5 s though another process changed them', async () => {
    const { setBoard, setContainer, watch, score, hub, clock, pass } = await stage()
    score(5, 50)
    setContainer(2, [scoreboard(1), scoreboard(9)])
    const viewer = await watch(2, { type: 'comboboard' })
    await viewer.hears(1)
    expect(viewer.heard[0]).toMatchObject({ boards: [{ data: [] }] })
    setBoard(1, { venueMachines: [5] })
    hub.tick((clock.now += 5_000))
    await viewer.hears(2)
    expect(viewer.heard[1]).toMatchObject({ boards: [{ data: [{ id: 5 }] }] })
    score(5, 60)
    await pass(60)
    await viewer.hears(3)
  })
})

test.each<[string, number[]]>([
  ['itself', [1]],
  ['one that contains it', [2, 1]],
])(
  'a remote’s board that contains %s is read again once after a change, and not without end',
  async (_title, contained) => {
    const { hub, setContainer, watch, boardReads, clock } = await stage()
    const wall = (id: number) => ({ type: 'wall', id })
    const set = (title: string) =>
      contained.forEach((inner, at) =>
        setContainer(at + 1, [{ type: 'scoreboard', id: 1 }, wall(inner)], { type: 'wall', title }),
      )
    set('Before')
    const viewers = await Promise.all(contained.map((_inner, at) => watch(at + 1, { type: 'wall' })))
    for (const viewer of viewers) await viewer.hears(1)
    const before = boardReads()
    hub.boardChanged({ ...wall(1), reason: 'updated' })
    await settle()
    const once = boardReads() - before
    expect(once).toBeLessThanOrEqual(contained.length)
    set('After')
    hub.tick((clock.now += 5_000))
    await settle()
    const later = boardReads()
    await settle()
    expect(boardReads()).toBe(later)
  },
)

test('when anything may have changed, what is watched is made again, and what says the same is not sent', async () => {
  const { hub, watch, setBoard, score, reads } = await stage()
  setBoard(2)
  score(1, 10)
  const viewers = [await watch(1), await watch(2)]
  for (const viewer of viewers) await viewer.hears(1)
  const before = reads()
  hub.allChanged()
  await settle()
  expect(reads()).toBe(before + 2)
  expect(viewers.map(({ heard }) => heard.length)).toEqual([1, 1])
})
