import { runInThisContext } from 'node:vm'
import { Entry } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { gamesTrouble } from './gameMetrics'
import { Games } from './games.service'
import type { GamesOptions } from './games.service'
import { gamesStore } from './games.store'
import type { GameStore } from './games.store'

const database = useTestDatabase()

let ownerId: number
beforeAll(async () => {
  ownerId = (await makeUser(database.db)).id
})

type Post = (sequence: number | undefined, fields?: Record<string, unknown>) => Promise<unknown>

let sessions = 0
const newSession = () => (++sessions).toString(16).padStart(32, '0')

/** Posts of one game of a new machine. */
async function stage(games: Games) {
  const machine = await makeVenueMachine(database.db, ownerId)
  const session = newSession()
  const post = (sequence: number | undefined, fields: Record<string, unknown> = {}) =>
    games.record(
      machine,
      v.parse(Entry, {
        session_uuid: session,
        ...(sequence !== undefined && { session_sequence: sequence }),
        ...fields,
      }),
    )
  return { machine, session, post }
}

const makeGames = (options?: GamesOptions, store?: Partial<GameStore>) =>
  new Games({ ...gamesStore(database.db), ...store }, options)

const storedGames = async (machine: number) =>
  (
    await sql<{ generation: number; sequence: string; scores: string[]; successful: boolean | null; settled: boolean }>`
    select generation, sequence::text as sequence, scores::text[] as scores, successful, settled_at is not null as settled
    from games where venue_machine_id = ${machine} order by id
  `.execute(database.db)
  ).rows

const settledScores = async (machine: number) =>
  (
    await sql<{
      score: string
    }>`select score::text as score from settled_scores where venue_machine_id = ${machine} order by position`.execute(
      database.db,
    )
  ).rows.map(({ score }) => score)

test('an entry that is answered is stored, and what is stored is answered', async () => {
  const games = makeGames()
  const { machine, post } = await stage(games)
  expect(await games.current(machine)).toBeNull()
  expect(
    await post(1, {
      current_p1_score: '9223372036854775807',
      current_p2_score: 5,
      current_player: 2,
      current_ball: 1,
      game_modes: 'MB{red}:"Quoted", \\ {mode}',
    }),
  ).toEqual({
    scores: [
      { position: 1, player: null },
      { position: 2, player: null },
    ],
  })
  expect(await storedGames(machine)).toEqual([
    { generation: 0, sequence: '1', scores: ['9223372036854775807', '5'], successful: null, settled: false },
  ])
  expect(await games.current(machine)).toMatchObject({
    venuemachine_id: machine,
    scores: [
      { position: 1, score: '9223372036854775807', player: null },
      { position: 2, score: 5, player: null },
    ],
    current_player: 2,
    current_ball: 1,
    settled_on: null,
    game_modes: ['MB{red}:"Quoted", \\ {mode}'],
  })
  // Another process sees the same.
  expect(await makeGames().current(machine)).toEqual(await games.current(machine))
})

test('a new process goes on where the last one was killed: repeats are ignored, the next entry counts', async () => {
  const { machine, session, post } = await stage(makeGames())
  await post(1, { current_p1_score: 10 })
  await post(2, { current_p1_score: 20 })
  const games = makeGames()
  const again = (sequence: number, score: number) =>
    games.record(
      machine,
      v.parse(Entry, { session_uuid: session, session_sequence: sequence, current_p1_score: score }),
    )
  expect(await again(2, 999)).toEqual({ scores: [{ position: 1, player: null }] })
  expect(await again(3, 30)).toEqual({ scores: [{ position: 1, player: null }] })
  expect(await storedGames(machine)).toMatchObject([{ sequence: '3', scores: ['30'] }])
})

test('only settled, successful games leave scores for leaderboards', async () => {
  const games = makeGames()
  const { machine, post } = await stage(games)
  await post(1, { current_p1_score: 10, current_p3_score: 30 })
  expect(await settledScores(machine)).toEqual([])
  await post(2, { active: false, current_p1_score: 11 })
  expect(await settledScores(machine)).toEqual(['11', '30'])
  // A repeat of the end changes nothing, nor does a game that was broken off.
  await post(2, { active: false, current_p1_score: 99 })
  await post(3, { current_p1_score: 50 })
  await games.interrupt(machine)
  expect(await settledScores(machine)).toEqual(['11', '30'])
})

test('the last entry after a heartbeat that was faster corrects the scores', async () => {
  const games = makeGames()
  const { machine, post } = await stage(games)
  await post(1, { current_p1_score: 10 })
  await games.heartbeat(machine, false)
  await post(2, { active: false, current_p1_score: 15 })
  expect(await storedGames(machine)).toMatchObject([{ generation: 0, scores: ['15'], successful: true }])
  expect(await settledScores(machine)).toEqual(['15'])
})

test('a session that comes back is recognised, from the database too', async () => {
  const { machine, session, post } = await stage(makeGames())
  await post(5, { current_p1_score: 10 })
  let now = Date.now()
  const games = makeGames({ now: () => now })
  const send = (uuid: string, sequence: number) =>
    games.record(machine, v.parse(Entry, { session_uuid: uuid, session_sequence: sequence, current_p1_score: 1 }))
  await send(newSession(), 1)
  await send(session, 5)
  expect(await storedGames(machine)).toHaveLength(2)
  now += 60_000
  await send(session, 6)
  expect(await storedGames(machine)).toMatchObject([
    { generation: 0 },
    { generation: 0, successful: false },
    { generation: 1, settled: false },
  ])
})

describe('silence', () => {
  const minute = 60_000

  test('a game that was left by another process is found; the time in which nobody could listen does not count', async () => {
    const { machine, post } = await stage(makeGames({ now: () => Date.now() - 60 * minute }))
    await post(1, { current_p1_score: 10 })
    let now = Date.now()
    const games = makeGames({ now: () => now })
    await games.sweep()
    expect(await storedGames(machine)).toMatchObject([{ settled: false }])
    now += 5 * minute
    await games.sweep()
    expect(await storedGames(machine)).toMatchObject([{ settled: true, successful: false }])
  })
})

test('RUN-04 entries that wait for the database are what keeps the server from its work, and are so no longer than they wait', async () => {
  let elapsed = 0
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const { commit } = gamesStore(database.db)
  const games = makeGames({ elapsed: () => elapsed }, { commit: async (rows) => (await held, commit(rows)) })
  const { post } = await stage(games)
  const posted = post(1, { current_p1_score: 10 })
  while (games.figures.waiting === 0) await new Promise(setImmediate)
  elapsed += 5_000
  expect(gamesTrouble(games)).toBeUndefined()
  elapsed += 1
  expect(gamesTrouble(games)).toBe('Scores wait for the database.')
  go()
  await posted
  expect(gamesTrouble(games)).toBeUndefined()
})

describe('a clock that is set', () => {
  const minute = 60_000
  const steps: [string, number][] = [
    ['a day forth', 86_400_000],
    ['a day back', -86_400_000],
  ]
  const steppable = () => {
    const clock = { elapsed: 0, now: Date.now() }
    const pass = (ms: number) => {
      clock.elapsed += ms
      clock.now += ms
    }
    return { clock, pass, options: { now: () => clock.now, elapsed: () => clock.elapsed } }
  }

  test.each(steps)(
    'RUN-03 %s settles no game that is heard of, and one that is silent from then on after five minutes',
    async (_title, stepMs) => {
      const { clock, pass, options } = steppable()
      const games = makeGames(options)
      const { machine, post } = await stage(games)
      await post(1, { current_p1_score: 10 })
      pass(10 * minute)
      await post(2, { current_p1_score: 20 })
      clock.now += stepMs
      pass(minute)
      await games.sweep()
      await post(3, { current_p1_score: 30 })
      for (let minutes = 0; minutes < 8; minutes += 2) {
        pass(2 * minute)
        await games.heartbeat(machine)
        await games.sweep()
      }
      expect(await storedGames(machine)).toMatchObject([{ settled: false }])
      pass(5 * minute)
      await games.sweep()
      expect(await storedGames(machine)).toMatchObject([{ settled: true, successful: false }])
    },
  )

  test.each(steps)(
    'RUN-03 %s gives the machines of another process five minutes to be heard of again',
    async (_title, stepMs) => {
      const { clock, pass, options } = steppable()
      const { machine, post } = await stage(makeGames(options))
      await post(1, { current_p1_score: 10 })
      const games = makeGames(options)
      pass(6 * minute)
      await games.sweep()
      expect(await storedGames(machine)).toMatchObject([{ settled: true }])
      await post(2, { current_p1_score: 20 })
      pass(minute)
      clock.now += stepMs
      for (let minutes = 0; minutes < 5; minutes += 1) {
        await games.sweep()
        expect(await storedGames(machine)).toMatchObject([{ settled: true }, { settled: false }])
        pass(minute)
      }
      await games.sweep()
      expect(await storedGames(machine)).toMatchObject([{ settled: true }, { settled: true }])
    },
  )
})

describe('sweeps', () => {
  const minute = 60_000
  /** Jest gives its tests a copy, which hears nothing. */
  const wholeProcess = runInThisContext('process') as NodeJS.Process

  test('a game that was left is found behind any number of games that are known', async () => {
    const { running } = gamesStore(database.db)
    const from = Date.now() + minute
    const left = await Promise.all(Array.from({ length: 3 }, () => stage(makeGames())))
    for (const { post } of left) await post(1, { current_p1_score: 10 })
    const machines = left.map(({ machine }) => machine)
    const found = await running({ from, to: from + minute }, [], 10_000)
    expect(found.filter((id) => machines.includes(id))).toEqual(machines)
    const known = found.filter((id) => id !== machines[2])
    expect(await running({ from, to: from + minute }, known, 1)).toEqual([machines[2]])
  })

  test('one that is not done with the last one is the same', async () => {
    let now = Date.now()
    let asked = 0
    const games = makeGames({ now: () => now }, { running: async () => ((asked += 1), []) })
    now += 6 * minute
    await Promise.all([games.sweep(), games.sweep()])
    expect(asked).toBe(1)
  })

  test.each(['nothing can be written', 'the server stops'] as const)(
    'RUN-17 while %s, a sweep fails no process, and the next one settles what is left',
    async (why) => {
      const unheard: unknown[] = []
      const hear = (error: unknown) => void unheard.push(error)
      wholeProcess.on('unhandledRejection', hear)
      const clock = { now: Date.now() }
      const store = gamesStore(database.db)
      let isFaulty = false
      const options = { now: () => clock.now, elapsed: () => clock.now }
      const games: Games = makeGames(options, {
        running: async () => [],
        // In the middle of a sweep: the first machine's settlement has failed by then.
        machine: async (id) => {
          if (isFaulty && why === 'the server stops') await games.close()
          const machine = await store.machine(id)
          await new Promise(setImmediate)
          return machine
        },
        commit: async (rows) => {
          if (isFaulty) throw Object.assign(new Error('could not extend file'), { code: '53100' })
          return store.commit(rows)
        },
      })
      const machines = [await stage(games), await stage(games), await stage(games)]
      for (const { post } of machines) await post(1, { current_p1_score: 10 })
      clock.now += 6 * minute
      isFaulty = true
      expect(await games.sweep()).toBe(0)
      await new Promise(setImmediate)
      wholeProcess.off('unhandledRejection', hear)
      expect(unheard).toEqual([])
      const next = makeGames(options, { running: async () => machines.map(({ machine }) => machine) })
      clock.now += 6 * minute
      expect(await next.sweep()).toBe(machines.length)
    },
  )
})

describe('acknowledged means stored', () => {
  /** A store whose commits can be held and made to fail. */
  function faulty() {
    const store = gamesStore(database.db)
    const batches: number[] = []
    let next: () => Promise<void> = async () => {}
    return {
      batches,
      /** what happens before each commit from now on; throwing makes it fail */
      before: (work: () => Promise<void>) => void (next = work),
      store: {
        commit: async (rows) => {
          batches.push(rows.length)
          await next()
          return store.commit(rows)
        },
      } satisfies Partial<GameStore>,
    }
  }

  /** A game with one entry, whose commits can be made to fail or wait from then on. */
  const begun = async (options: Parameters<typeof makeGames>[0] = {}) => {
    const fault = faulty()
    const games = makeGames(options, fault.store)
    const { machine, post } = await stage(games)
    await post(1, { current_p1_score: 10 })
    return { fault, games, machine, post }
  }

  const away = async () => {
    throw Object.assign(new Error('Connection terminated unexpectedly'))
  }

  test('a failed commit is refused with 503, nothing of it is shown, and the same sequence is accepted again', async () => {
    const errors: unknown[] = []
    const { fault, games, machine, post } = await begun({ onError: (error) => errors.push(error) })
    fault.before(away)
    await expect(post(2, { current_p1_score: 20 })).rejects.toMatchObject({ status: 503 })
    expect(await games.current(machine)).toMatchObject({ scores: [{ score: 10 }] })
    expect(errors).toHaveLength(1)
    fault.before(async () => {})
    await post(2, { current_p1_score: 20 })
    expect(await storedGames(machine)).toMatchObject([{ sequence: '2', scores: ['20'] }])
    expect(await games.current(machine)).toMatchObject({ scores: [{ score: 20 }] })
  })

  test('a commit whose answer was lost is read again: the retry is answered, and nothing is written twice', async () => {
    const store = gamesStore(database.db)
    let isLost = true
    const games = makeGames(
      {},
      {
        commit: async (rows) => {
          const ids = await store.commit(rows)
          if (isLost) await away()
          return ids
        },
      },
    )
    const { machine, post } = await stage(games)
    await expect(post(1, { current_p1_score: 10 })).rejects.toMatchObject({ status: 503 })
    expect(await games.current(machine)).toMatchObject({ scores: [{ score: 10 }] })
    isLost = false
    expect(await post(1, { current_p1_score: 10 })).toEqual({ scores: [{ position: 1, player: null }] })
    expect(await storedGames(machine)).toHaveLength(1)
  })

  test('entries that were built on a commit that fails are refused with it', async () => {
    const { fault, post } = await begun()
    let fail: () => void = () => {}
    fault.before(() => new Promise((_, reject) => (fail = () => reject(new Error('no answer')))))
    const waiting = [post(2, { current_p1_score: 20 }), post(3, { current_p2_score: 30 })]
    const outcomes = Promise.allSettled(waiting)
    while (fault.batches.length < 2) await new Promise(setImmediate)
    fail()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('a repeat of an entry that is not committed yet waits for the commit', async () => {
    const { fault, post } = await begun()
    let go: () => void = () => {}
    fault.before(() => new Promise((resolve) => (go = resolve)))
    let answered = 0
    const posts = [post(2), post(2)].map((answer) => answer.then(() => (answered += 1)))
    while (fault.batches.length < 2) await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(answered).toBe(0)
    go()
    await Promise.all(posts)
    expect(fault.batches).toHaveLength(2)
  })

  test('while one commit is at work the next one gathers, each game in its newest state', async () => {
    const fault = faulty()
    const games = makeGames({}, fault.store)
    const stages = await Promise.all([stage(games), stage(games), stage(games)])
    for (const { machine } of stages) await games.current(machine)
    await Promise.all(stages.map(({ post }) => post(1, { current_p1_score: 1 })))
    fault.batches.length = 0
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => stages.map(({ post }) => post(at + 2, { current_p1_score: at }))).flat(),
    )
    expect(fault.batches.length).toBeLessThanOrEqual(3)
    expect(Math.max(...fault.batches)).toBeLessThanOrEqual(3)
    for (const { machine } of stages)
      expect(await storedGames(machine)).toMatchObject([{ sequence: '21', scores: ['19'] }])
  })

  test('machines that post shortly after a commit share the next one, which does not wait once it is full', async () => {
    const fault = faulty()
    let now = 0
    const waiting: (() => void)[] = []
    const games = makeGames(
      { elapsed: () => now, commitsApartMs: 5, later: (work) => void waiting.push(work) },
      fault.store,
    )
    const stages = await Promise.all(Array.from({ length: 16 }, () => stage(games)))
    const postAll = (sequence: number, from: readonly { post: Post }[]) =>
      Promise.all(from.map(({ post }) => post(sequence)))
    for (const { post } of stages) {
      now += 5
      await post(1)
    }
    expect(fault.batches).toHaveLength(16)

    fault.batches.length = 0
    const posts = postAll(2, stages.slice(0, 3))
    expect(fault.batches).toEqual([])
    for (const work of waiting.splice(0)) work()
    await posts
    await postAll(3, stages)
    now += 5
    await postAll(4, stages.slice(0, 1))
    expect(fault.batches).toEqual([3, 16, 1])
  })

  test('one machine whose data the database refuses does not take the others with it', async () => {
    const store = gamesStore(database.db)
    let poisoned = 0
    const games = makeGames(
      {},
      {
        commit: async (rows) => {
          if (rows.some(({ venueMachineId }) => venueMachineId === poisoned))
            throw Object.assign(new Error('value out of range'), { code: '22003' })
          await new Promise(setImmediate)
          return store.commit(rows)
        },
      },
    )
    const stages = await Promise.all([stage(games), stage(games), stage(games)])
    await Promise.all(stages.map(({ post }) => post(1)))
    poisoned = stages[1]!.machine
    const outcomes = await Promise.allSettled(stages.map(({ post }) => post(2, { current_p1_score: 2 })))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('of a thousand machines the one whose data the database refuses is found in a few commits', async () => {
    let commits = 0
    const refused = 700
    const games = makeGames(undefined, {
      machine: async () => ({ lastSeenAt: 0 }),
      session: async () => undefined,
      commit: async (rows) => {
        commits += 1
        if (rows.some(({ venueMachineId }) => venueMachineId === refused))
          throw Object.assign(new Error('no such machine'), { code: '23503' })
        return rows.map((_row, at) => at + 1)
      },
    })
    const posts = Array.from({ length: 1_000 }, (_, machine) =>
      games.record(machine, v.parse(Entry, { session_uuid: newSession(), current_p1_score: 1 })).then(
        () => [],
        () => [machine],
      ),
    )
    expect((await Promise.all(posts)).flat()).toEqual([refused])
    expect(commits).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(1_000)) + 2)
  })

  test('more entries than may wait are refused with 503', async () => {
    const fault = faulty()
    const games = makeGames({ maxWaiting: 3 }, fault.store)
    const { post } = await stage(games)
    await post(1)
    let go: () => void = () => {}
    fault.before(() => new Promise((resolve) => (go = resolve)))
    const posts = [2, 3, 4, 5].map((sequence) => post(sequence))
    await expect(posts[3]).rejects.toMatchObject({ status: 503 })
    fault.before(async () => {})
    go()
    await Promise.all(posts.slice(0, 3))
  })

  test('a newer state that another process wrote wins', async () => {
    const games = makeGames()
    const { machine, session, post } = await stage(games)
    await post(1, { current_p1_score: 10 })
    await makeGames().record(
      machine,
      v.parse(Entry, { session_uuid: session, session_sequence: 9, current_p1_score: 90 }),
    )
    await post(2, { current_p1_score: 20 })
    expect(await games.current(machine)).toMatchObject({ scores: [{ score: 90 }] })
    await post(10, { current_p1_score: 100 })
    expect(await storedGames(machine)).toMatchObject([{ sequence: '10', scores: ['100'] }])
  })
})

test('listeners hear of a change once it is committed, and of no repeat', async () => {
  const games = makeGames()
  const { machine, post } = await stage(games)
  const told: unknown[] = []
  games.onChange(async (id) => told.push([id, (await games.current(id))?.scores[0]?.score]))
  await post(1, { current_p1_score: 10 })
  await post(1, { current_p1_score: 10 })
  await post(2, { current_p1_score: 20 })
  expect(told).toEqual([
    [machine, 10],
    [machine, 20],
  ])
})

test.each<[string, boolean, (games: Games, post: Post, machine: number) => Promise<unknown>]>([
  ['a running game', false, (_games, post) => post(2, { current_p1_score: 20 })],
  ['its end', true, (_games, post) => post(2, { active: false })],
  [
    'its end and the next game in one commit',
    true,
    (_games, post) => Promise.all([post(2, { active: false }), post(3, { current_p1_score: 1 })]),
  ],
  ['a claim', true, (games, _post, machine) => games.claimed(machine)],
  [
    'a commit of which nobody knows whether it came through',
    true,
    async (_games, post) => post(2, { game_modes: 'XX:lost' }).catch(() => {}),
  ],
])('listeners are told whether settled scores may be others: %s', async (_title, isSettled, act) => {
  const store = gamesStore(database.db)
  const games = makeGames(
    {},
    {
      commit: async (rows) => {
        if (rows.some(({ state }) => state.modes.includes('XX:lost')))
          throw new Error('Connection terminated unexpectedly')
        return store.commit(rows)
      },
    },
  )
  const { machine, post } = await stage(games)
  await post(1, { current_p1_score: 10 })
  const told: unknown[] = []
  games.onChange((id, change) => told.push([id, change]))
  await act(games, post, machine)
  expect(told).toContainEqual([machine, expect.objectContaining({ isSettled, origin: 'here' })])
  if (!isSettled) expect(told).toHaveLength(1)
})

test('a renamed user has the new name in the newest games, and listeners hear of it', async () => {
  const games = makeGames()
  const { machine, post } = await stage(games)
  await post(1, { current_p1_score: 10 })
  const player = await makeUser(database.db, { display_name: 'Ana' })
  const { id } = (await games.current(machine))!
  await database.db.insertInto('game_claims').values({ game_id: id, position: 1, user_id: player.id }).execute()
  await games.claimed(machine)
  const told: unknown[] = []
  games.onChange((changed) => told.push(changed))
  games.onRename((userId, origin) => told.push([userId, origin]))
  await database.db.updateTable('users').set({ display_name: 'Ana R.' }).where('id', '=', player.id).execute()
  await games.renamed(player.id)
  expect((await games.current(machine))!.scores[0]!.player).toMatchObject({ cached_display_name: 'Ana R.' })
  expect(told).toEqual([machine, [player.id, 'here']])
})

test('a claimed slot has a player, in answers to entries too', async () => {
  const games = makeGames()
  const { machine, post } = await stage(games)
  await post(1, { current_p1_score: 10, current_p2_score: 20 })
  const player = await makeUser(database.db, {
    username: 'claimer',
    first_name: 'Ana',
    last_name: 'Ruiz',
    display_name: '',
    initials: 'ANA',
  })
  const { id } = (await games.current(machine))!
  await database.db.insertInto('game_claims').values({ game_id: id, position: 2, user_id: player.id }).execute()
  await games.claimed(machine)
  const shown = {
    id: player.id,
    cached_display_name: 'Ana Ruiz',
    initials: 'ANA',
    prefer_initials: false,
    profile_picture: null,
  }
  expect((await games.current(machine))!.scores).toEqual([
    { position: 1, score: 10, player: null },
    { position: 2, score: 20, player: shown },
  ])
  expect(await post(2)).toEqual({
    scores: [
      { position: 1, player: null },
      { position: 2, player: shown },
    ],
  })
  expect((await makeGames().current(machine))!.scores[1]!.player).toEqual(shown)
})

test.each(['proposal', 'claims'] as const)(
  'a read of the %s that ends late does not undo what a later one has found',
  async (what) => {
    const names = (name: string) =>
      new Map([[1, { id: 1, cached_display_name: name, initials: '', prefer_initials: false, profile_picture: null }]])
    const answers = {
      proposal: (name: string) => ({ since: 0, until: Number.MAX_SAFE_INTEGER, slots: 1, players: names(name) }),
      claims: names,
    }
    const held: ((name: string) => void)[] = []
    const read = () => new Promise((resolve) => held.push((name) => resolve(answers[what](name))))
    const stored = gamesStore(database.db)
    const games = makeGames({}, { machine: (id) => stored.machine(id), [what]: read })
    const { machine, post } = await stage(games)
    await post(1, { current_p1_score: 1 })
    const tell = () => (what === 'proposal' ? games.proposed([machine]) : games.claimed(machine))
    const reads = [tell(), tell()]
    await new Promise(setImmediate)
    held[1]!('Later')
    held[0]!('Earlier')
    await Promise.all(reads)
    expect((await games.current(machine))!.scores).toMatchObject([{ player: { cached_display_name: 'Later' } }])
  },
)

test('when a machine was last heard is written at most every 10 s', async () => {
  let now = Date.now()
  const writes: ReadonlyMap<number, number>[] = []
  const store = gamesStore(database.db)
  let written: Promise<void> | undefined
  const games = makeGames(
    { now: () => now },
    { writeLastSeen: (seen) => (writes.push(seen), (written = store.writeLastSeen(seen))) },
  )
  const { machine, post } = await stage(games)
  const began = now
  for (let second = 0; second < 25; second += 1) {
    await post(second)
    await written
    now = began + (second + 1) * 1000
  }
  expect(writes.flatMap((seen) => [...seen.values()])).toEqual([began, began + 10_000, began + 20_000])
  await games.close()
  const { last_heard_at } = await database.db
    .selectFrom('venue_machines')
    .select('last_heard_at')
    .where('id', '=', machine)
    .executeTakeFirstOrThrow()
  expect(last_heard_at!.getTime()).toBe(began + 24_000)
  await expect(post(99)).rejects.toMatchObject({ status: 503 })
})

test('of machines that no longer fit into memory, the one that was needed longest ago is read again', async () => {
  const reads: number[] = []
  const games = makeGames(
    { maxMachines: 2 },
    {
      machine: async (id) => {
        reads.push(id)
        return { lastSeenAt: 0 }
      },
    },
  )
  for (const id of [1, 2, 1, 3, 1, 2]) await games.current(id)
  expect(reads).toEqual([1, 2, 3, 2])
})

test('LOAD-07 of machines that two processes heard, both lock the same one first', async () => {
  const { db } = database
  const low = await makeVenueMachine(db, ownerId)
  const high = await makeVenueMachine(db, ownerId)
  let writing: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`select from venue_machines where id = ${high} for update`.execute(trx)
    writing = gamesStore(db).writeLastSeen(
      new Map([
        [high, Date.now()],
        [low, Date.now()],
      ]),
    )
    while (
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length === 0
    );
    expect((await sql`select from venue_machines where id = ${low} for update skip locked`.execute(trx)).rows).toEqual(
      [],
    )
  })
  await writing
})
