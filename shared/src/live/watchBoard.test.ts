import { ApiError } from '@multiball/shared/client'
import { restartReason } from '@multiball/shared/schema'
import { FakeEnvironment, makeGame, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { createStore } from 'jotai'
import type { BoardLive } from './boardLive'
import { createSharedSocket } from './sharedSocket'
import { socketAddress, type BoardAddress } from './socket'
import { boardAtom } from './store'
import { watchBoard } from './watchBoard'

const second = 1000
let nextId = 100

const stateAt = (seq: number, score = seq, epoch = 'one') => ({ data: [makeGame([score])], epoch, seq })
const refused = (status: number, retryAfterSeconds?: number) => new ApiError({ status, retryAfterSeconds })

/** A server with one board that has been played once. */
function world(): FakeEnvironment {
  const environment = new FakeEnvironment((address, random) => socketAddress('ws://scores.example', address, random))
  environment.bootstrap = makeScoreboardBootstrap({ scores: stateAt(1) })
  environment.scores = stateAt(1)
  return environment
}

/** A board that is watched from now on, in a world of its own. */
async function watching(
  fields: Partial<BoardAddress> = {},
  prepare: (environment: FakeEnvironment) => void = () => {},
) {
  const environment = world()
  const store = createStore()
  const address: BoardAddress = { type: 'scoreboard', id: (nextId += 1), ...fields }
  const name = `${address.type}:${address.id}:scores`
  prepare(environment)
  const end = watchBoard(store, address, environment)
  await environment.settle()
  return {
    environment,
    store,
    address,
    end,
    board: () => store.get(boardAtom(address)),
    score: () => (store.get(boardAtom(address)) as BoardLive<'scoreboard'>).scores?.data[0]?.scores[0]?.score,
    say: (state: ReturnType<typeof stateAt>) => environment.socket.say({ type: 'SCORES', name, ...state }),
    name,
  }
}

/** The same, with its socket open. */
async function live(fields: Partial<BoardAddress> = {}) {
  const watch = await watching(fields)
  watch.environment.socket.accept()
  return watch
}

describe('LIV-01 bootstrap, then the websocket', () => {
  test('LIV-01 the socket waits for the bootstrap', async () => {
    const { environment, board } = await watching({}, (server) => (server.bootstrap = 'hang'))
    expect(environment.timesAsked('bootstrap')).toEqual([0])
    expect(environment.sockets).toHaveLength(0)
    expect(board()).toMatchObject({ phase: 'loading', connection: 'connecting' })
  })

  test('LIV-01 on open it asks for the scores by name', async () => {
    const { environment, name } = await live()
    expect(environment.socket.sent).toEqual([{ type: 'GET_SCORES', name }])
  })

  test('LIV-01 the key of a private board goes in the message, never in the address', async () => {
    const { environment, name } = await live({ key: 'secret' })
    expect(environment.socket.sent).toEqual([{ type: 'GET_SCORES', name, key: 'secret' }])
    expect(environment.socket.address).not.toContain('secret')
  })

  test('LIV-01 the address carries the board and a session from 0 to 999', async () => {
    const { environment, address } = await watching({}, (server) => (server.randomNumber = 0.9999))
    expect(environment.socket.address).toBe(
      `ws://scores.example/scoreboard/${address.id}/scores/websocket/?session=999`,
    )
  })

  test('LIV-01 the scores of the bootstrap are shown before the socket brings any', async () => {
    const { board, score } = await watching()
    expect(board()).toMatchObject({ phase: 'ready', connection: 'connecting' })
    expect(score()).toBe(1)
  })

  test('LIV-01 whole states replace each other; asOf is when the server was last heard', async () => {
    const { environment, say, score, board } = await live()
    await environment.pass(3 * second)
    say(stateAt(2, 200))
    say(stateAt(7, 700))
    expect(score()).toBe(700)
    expect(board()).toMatchObject({ connection: 'live', asOf: 3 * second, error: undefined })
  })
})

describe('states', () => {
  test.each([
    ['an older one is dropped', stateAt(4, 4), 5],
    ['the same one again changes nothing', stateAt(5, 5555), 5],
    ['a later one is taken', stateAt(6, 6), 6],
    ['a new epoch is taken, whatever its count', stateAt(1, 111, 'two'), 111],
  ])('LIV-01 %s', async (_name, state, expected) => {
    const { say, score } = await live()
    say(stateAt(5, 5))
    say(state)
    expect(score()).toBe(expected)
  })

  test('LIV-02 a poll answered after the server started counting over is late', async () => {
    const { environment, say, score } = await watching()
    environment.socket.fail()
    let answer = (_state: ReturnType<typeof stateAt>) => {}
    environment.getScores = () => new Promise((resolve) => (answer = resolve))
    await environment.pass(60 * second)
    environment.socket.accept()
    say(stateAt(1, 111, 'two'))
    answer(stateAt(99, 99, 'one'))
    await environment.settle()
    expect(score()).toBe(111)
  })
})

describe('LIV-02 on close', () => {
  test('LIV-02 polls every 5 s and reconnects after 60 s, polling until the socket is open', async () => {
    const { environment, board } = await live()
    environment.socket.fail()
    expect(board()).toMatchObject({ phase: 'ready', connection: 'polling' })
    await environment.pass(59_999)
    expect(environment.sockets).toHaveLength(1)
    await environment.pass(1)
    expect(environment.sockets).toHaveLength(2)
    expect(environment.timesAsked('scores')).toEqual(Array.from({ length: 12 }, (_, at) => (at + 1) * 5 * second))
    environment.socket.accept()
    expect(board().connection).toBe('live')
    await environment.pass(30 * second)
    expect(environment.timesAsked('scores')).toHaveLength(12)
    expect(environment.timesAsked('bootstrap')).toEqual([0])
  })

  test('LIV-02 a reconnect that fails waits another 60 s', async () => {
    const { environment } = await live()
    environment.socket.fail()
    await environment.pass(60 * second)
    environment.socket.fail()
    await environment.pass(59_999)
    expect(environment.sockets).toHaveLength(2)
    await environment.pass(1)
    expect(environment.sockets).toHaveLength(3)
    expect(environment.timesAsked('scores')).toHaveLength(24)
  })

  test('LIV-02 a server that restarts is polled at once it is there, and scores move on', async () => {
    const { environment, board, score } = await live()
    environment.socket.fail(1012)
    environment.scores = refused(0)
    await environment.pass(10 * second)
    expect(board()).toMatchObject({ connection: 'offline', error: { status: 0 } })
    expect(score()).toBe(1)
    environment.scores = stateAt(1, 42, 'two')
    await environment.pass(5 * second)
    expect(board()).toMatchObject({ connection: 'polling', asOf: 15 * second, error: undefined })
    expect(score()).toBe(42)
  })

  test.each([0, 429, 500, 502, 503])('LIV-02 scores stay and polling goes on through status %i', async (status) => {
    const { environment, board, score } = await live()
    environment.socket.fail()
    environment.scores = refused(status)
    await environment.pass(60 * second)
    expect(environment.timesAsked('scores')).toHaveLength(12)
    expect(board()).toMatchObject({ phase: 'ready', connection: 'offline', asOf: 0, error: { status } })
    expect(score()).toBe(1)
  })

  test.each([
    ['of a socket that was lost alone by a tenth', 1006, '', 65_994, 5499],
    ['of a server that says nothing of others by a tenth', 1012, 'Service Restart', 65_994, 5499],
    ['of a server that sends 5,000 viewers away by half', 1012, restartReason(5000), 89_970, 7497],
    ['of one that sends 50,000 away by as much again', 1012, restartReason(50_000), 119_940, 9995],
  ])(
    'LIV-02 LIV-08 the waits %s are longer at most, and never shorter',
    async (_whom, code, reason, reconnectMs, firstPollMs) => {
      const { environment } = await watching({}, (server) => (server.randomNumber = 0.999))
      environment.socket.fail(code, reason)
      await environment.pass(reconnectMs - 1)
      expect(environment.sockets).toHaveLength(1)
      await environment.pass(1)
      expect(environment.sockets).toHaveLength(2)
      // Only the first one: polls that begin apart stay apart.
      expect(environment.timesAsked('scores').slice(0, 2)).toEqual([firstPollMs, firstPollMs + 5499])
    },
  )

  test('LIV-08 boards that share a socket connect again together, whatever each draws', async () => {
    const { environment, store } = await watching({}, (server) => (server.turn = 0.25))
    for (const id of [1, 2, 3]) watchBoard(store, { type: 'leaderboard', id }, environment)
    await environment.settle()
    environment.sockets.forEach((socket, at) => {
      environment.randomNumber = at / 4
      socket.fail(1012, restartReason(10_000))
    })
    await environment.pass(74_999)
    expect(environment.sockets).toHaveLength(4)
    await environment.pass(1)
    expect(environment.sockets).toHaveLength(8)
  })

  test('LIV-02 a poll that hangs is not asked a second time', async () => {
    const { environment } = await live()
    environment.socket.fail()
    environment.scores = 'hang'
    await environment.pass(50 * second)
    expect(environment.timesAsked('scores')).toEqual([5 * second])
  })

  test('LIV-02 a connection that never opens counts as closed after 10 s', async () => {
    const { environment, board } = await watching()
    await environment.pass(10 * second)
    expect(environment.socket.ended).toBe(true)
    expect(board().connection).toBe('polling')
    await environment.pass(20 * second)
    environment.socket.fail() // the closing that was asked for, late
    environment.socket.say({ type: 'UNKNOWN' })
    await environment.pass(40 * second)
    expect(environment.sockets).toHaveLength(2)
    expect(environment.logged).toEqual([])
  })

  test('LIV-02 an address that the browser refuses is polled', async () => {
    const { environment, board } = await watching({}, (server) => {
      server.openSocket = () => {
        throw new DOMException('insecure', 'SecurityError')
      }
    })
    expect(board().connection).toBe('polling')
    await environment.pass(5 * second)
    expect(environment.timesAsked('scores')).toEqual([5 * second])
  })
})

test('LIV-02 a shared socket that one board finds dead is given up by all of them, and the next one is new', async () => {
  const environment = world()
  const { openSocket } = environment
  environment.openSocket = createSharedSocket(() => openSocket({ type: 'scoreboard', id: 0 }), openSocket)
  const store = createStore()
  const [busy, quiet] = [nextId + 1, nextId + 2].map((id): BoardAddress => ({ type: 'scoreboard', id }))
  nextId += 2
  const ends = [busy!, quiet!].map((address) => watchBoard(store, address, environment))
  await environment.settle()
  environment.socket.accept()
  environment.sockets[0]!.say({ type: 'SCORES', name: `scoreboard:${busy!.id}:scores`, ...stateAt(2) })
  await environment.pass(30 * second)
  // It was heard last, so that only the busy one is checked now.
  environment.socket.say({ type: 'SCORES', name: `scoreboard:${quiet!.id}:scores`, ...stateAt(3) })
  environment.scores = stateAt(3)
  await environment.pass(30 * second)
  expect(environment.sockets).toMatchObject([{ ended: true }])
  expect(store.get(boardAtom(quiet!)).connection).toBe('polling')
  await environment.pass(60 * second)
  expect(environment.sockets).toHaveLength(2)
  ends.forEach((end) => end())
})

describe('a silent socket', () => {
  test('LIV-02 is left alone while the server has nothing newer', async () => {
    const { environment, board } = await live()
    await environment.pass(200 * second)
    expect(environment.timesAsked('scores')).toEqual([60 * second, 120 * second, 180 * second])
    expect(board()).toMatchObject({ connection: 'live', asOf: 180 * second })
    expect(environment.socket.ended).toBe(false)
  })

  test('LIV-02 is dead when the server has a newer state', async () => {
    const { environment, board, score } = await live()
    environment.scores = stateAt(2, 222)
    await environment.pass(60 * second)
    expect(environment.socket.ended).toBe(true)
    expect(board().connection).toBe('polling')
    expect(score()).toBe(222)
    await environment.pass(60 * second)
    expect(environment.sockets).toHaveLength(2)
  })

  test('LIV-02 is asked itself where another process answers, which counts its states on its own', async () => {
    const { environment, board, score, say } = await live()
    environment.scores = stateAt(40, 4, 'another')
    await environment.pass(60 * second)
    expect(environment.socket.sent).toHaveLength(2)
    expect(environment.socket.sent[1]).toEqual(environment.socket.sent[0])
    expect(score()).toBe(1)
    say(stateAt(1))
    await environment.pass(59 * second)
    expect(environment.socket.ended).toBe(false)
    expect(board()).toMatchObject({ connection: 'live', asOf: 60 * second })
    await environment.pass(second)
    expect(environment.timesAsked('scores')).toEqual([60 * second, 120 * second])
  })

  test('LIV-02 that does not answer within 10 s is dead', async () => {
    const { environment, board } = await live()
    environment.scores = stateAt(40, 4, 'another')
    await environment.pass(69 * second)
    expect(board().connection).toBe('live')
    await environment.pass(second)
    expect(environment.socket.ended).toBe(true)
    expect(board().connection).toBe('polling')
  })

  test('LIV-02 is dead when the network is', async () => {
    const { environment, board } = await live()
    environment.scores = refused(0)
    await environment.pass(60 * second)
    expect(board()).toMatchObject({ connection: 'offline', error: { status: 0 } })
  })

  test('LIV-02 is kept when only the check failed', async () => {
    const { environment, board } = await live()
    environment.scores = refused(503)
    await environment.pass(60 * second)
    expect(board()).toMatchObject({ connection: 'live', error: undefined })
    await environment.pass(60 * second)
    expect(environment.timesAsked('scores')).toHaveLength(2)
  })

  test('LIV-02 that speaks is not checked', async () => {
    const { environment, say } = await live()
    for (let seq = 2; seq < 10; seq += 1) {
      await environment.pass(59 * second)
      say(stateAt(seq))
    }
    expect(environment.timesAsked('scores')).toEqual([])
  })
})

describe('LIV-03 a 429 on bootstrap', () => {
  const throttled = () => watching({}, (server) => (server.bootstrap = refused(429)))

  test("LIV-03 says 'Too many requests' and polls, without a socket", async () => {
    const { environment, board } = await throttled()
    expect(board()).toMatchObject({ phase: 'failed', error: { status: 429, message: 'Too many requests' } })
    await environment.pass(20 * second)
    expect(environment.timesAsked('scores')).toEqual([5, 10, 15, 20].map((at) => at * second))
    expect(environment.sockets).toHaveLength(0)
    expect(board()).toMatchObject({ phase: 'failed', connection: 'polling', error: { message: 'Too many requests' } })
  })

  test('LIV-03 shows the board when a later bootstrap is answered, still polling only', async () => {
    const { environment, board } = await throttled()
    environment.bootstrap = makeScoreboardBootstrap({ scores: stateAt(1) })
    await environment.pass(59 * second)
    expect(environment.timesAsked('bootstrap')).toEqual([0])
    await environment.pass(10 * 60 * second)
    expect(environment.timesAsked('bootstrap')).toEqual([0, 60 * second])
    expect(board()).toMatchObject({ phase: 'ready', connection: 'polling', error: undefined })
    expect(environment.sockets).toHaveLength(0)
  })

  test('LIV-03 waits for as long as the server asks', async () => {
    const { environment } = await watching({}, (server) => (server.bootstrap = refused(429, 300)))
    await environment.pass(299 * second)
    expect(environment.timesAsked('bootstrap')).toEqual([0])
    await environment.pass(second)
    expect(environment.timesAsked('bootstrap')).toEqual([0, 300 * second])
  })
})

describe('LIV-04 streamboards', () => {
  const closed = async () => {
    const watch = await watching({ type: 'streamboard' })
    watch.environment.socket.accept()
    watch.environment.socket.fail()
    return watch
  }

  test('LIV-04 reconnect 1 s after each close', async () => {
    const { environment } = await closed()
    await environment.pass(999)
    expect(environment.sockets).toHaveLength(1)
    await environment.pass(1)
    expect(environment.sockets).toHaveLength(2)
    environment.socket.fail()
    await environment.pass(second)
    expect(environment.sockets).toHaveLength(3)
  })

  test('LIV-04 poll every 5 s for up to 60 s', async () => {
    const { environment, board } = await closed()
    environment.openSocket = () => {
      throw new DOMException('down', 'SecurityError')
    }
    await environment.pass(59 * second)
    expect(board().connection).toBe('polling')
    await environment.pass(10 * 60 * second)
    expect(environment.timesAsked('scores')).toEqual(Array.from({ length: 11 }, (_, at) => (at + 1) * 5 * second))
    expect(board().connection).toBe('offline')
  })

  test('LIV-04 the 60 s start over with the next close', async () => {
    const { environment, board } = await closed()
    await environment.pass(second)
    environment.socket.accept()
    await environment.pass(50 * second)
    environment.socket.fail()
    await environment.pass(20 * second)
    expect(environment.timesAsked('scores')).toHaveLength(4)
    expect(board().connection).toBe('polling')
  })
})

describe('LIV-05 messages that mean nothing', () => {
  test.each([
    ['type UNKNOWN', { type: 'UNKNOWN' }],
    ['a type of the future', { type: 'FIREWORKS' }],
    ['no JSON', '{'],
    ['scores against their contract', { type: 'SCORES', name: 'scoreboard:1:scores', data: 'many' }],
    ['scores of another board', { type: 'SCORES', name: 'scoreboard:1:scores', ...stateAt(9, 999) }],
  ])('LIV-05 %s is only logged, once', async (_name, message) => {
    const { environment, board } = await live()
    const before = board()
    environment.socket.say(message)
    environment.socket.say(message)
    expect(board()).toEqual(before)
    expect(environment.logged).toHaveLength(1)
    expect(environment.socket.ended).toBe(false)
  })

  test('LIV-05 nothing logged gives the key away', async () => {
    const { environment } = await live({ key: 'secret' })
    environment.socket.say({ type: 'UNKNOWN' })
    expect(environment.logged.join()).not.toContain('secret')
  })
})

describe('VSB-11 a board that is not there', () => {
  const notThere = { phase: 'failed', connection: 'offline', error: { status: 404, message: 'Item not found.' } }

  test('VSB-11 from the start', async () => {
    const { environment, board } = await watching({}, (server) => (server.bootstrap = refused(404)))
    expect(board()).toEqual(notThere)
    expect(environment.sockets).toHaveLength(0)
  })

  test.each<[string, (watch: Awaited<ReturnType<typeof live>>) => unknown]>([
    [
      'an ERROR on the socket',
      ({ environment, name }) => environment.socket.say({ type: 'ERROR', name, status: 404, detail: 'Not found.' }),
    ],
    ['a close with 4404', ({ environment }) => environment.socket.fail(4404)],
    [
      'a poll with 404',
      ({ environment }) => {
        environment.socket.fail()
        environment.scores = refused(404)
        return environment.pass(5 * second)
      },
    ],
  ])('VSB-11 cut off later by %s, it leaves the screen', async (_name, cutOff) => {
    const watch = await live()
    await cutOff(watch)
    expect(watch.board()).toEqual(notThere)
    expect(watch.environment.timerCount).toBe(1)
  })

  test('VSB-11 is asked for again each minute, and comes back', async () => {
    const { environment, board } = await live()
    environment.socket.fail(4404)
    environment.bootstrap = refused(404)
    await environment.pass(120 * second)
    expect(environment.timesAsked('bootstrap')).toEqual([0, 60 * second, 120 * second])
    environment.bootstrap = makeScoreboardBootstrap()
    await environment.pass(60 * second)
    environment.socket.accept()
    expect(board()).toMatchObject({ phase: 'ready', connection: 'live' })
  })

  test('LIV-02 other refusals on the socket only come before a close', async () => {
    const { environment, name, board } = await live()
    environment.socket.say({ type: 'ERROR', name, status: 429, detail: 'Slow down.' })
    environment.socket.fail(1013)
    expect(board()).toMatchObject({ phase: 'ready', connection: 'polling' })
  })
})

describe('VSB-11 a bootstrap that fails for a while', () => {
  test.each([0, 500, 503])('VSB-11 status %i: the error is told and it is asked again every 5 s', async (status) => {
    const { environment, board } = await watching({}, (server) => (server.bootstrap = refused(status)))
    expect(board()).toMatchObject({
      phase: 'loading',
      connection: 'offline',
      error: { status, message: 'An error has occurred. Please refresh the page and try again.' },
    })
    await environment.pass(10 * second)
    expect(environment.timesAsked('bootstrap')).toEqual([0, 5 * second, 10 * second])
    environment.bootstrap = makeScoreboardBootstrap()
    await environment.pass(5 * second)
    expect(board()).toMatchObject({ phase: 'ready', error: undefined })
    expect(environment.sockets).toHaveLength(1)
  })
})

describe('LIV-02 waking up', () => {
  test('LIV-02 polls and reconnects at once when the socket is closed', async () => {
    const { environment } = await live()
    environment.socket.fail()
    await environment.pass(second)
    await environment.wake()
    expect(environment.timesAsked('scores')).toEqual([second])
    expect(environment.sockets).toHaveLength(2)
    await environment.wake()
    expect(environment.sockets).toHaveLength(2)
  })

  test('LIV-02 checks an open socket', async () => {
    const { environment, board } = await live()
    environment.scores = stateAt(2)
    await environment.wake()
    expect(board().connection).toBe('polling')
  })

  test('LIV-02 asks a failed bootstrap again at once', async () => {
    const { environment } = await watching({}, (server) => (server.bootstrap = refused(0)))
    await environment.wake()
    expect(environment.timesAsked('bootstrap')).toEqual([0, 0])
  })

  test('LIV-03 never opens a socket after a 429', async () => {
    const { environment } = await watching({}, (server) => (server.bootstrap = refused(429)))
    await environment.wake()
    expect(environment.sockets).toHaveLength(0)
    expect(environment.timesAsked('bootstrap')).toHaveLength(1)
  })
})

describe('watchers', () => {
  const moments: [string, (environment: FakeEnvironment) => unknown][] = [
    ['while bootstrapping', () => {}],
    ['while connecting', (environment) => environment.settle()],
    ['live', async (environment) => (await environment.settle(), environment.socket.accept())],
    [
      'polling',
      async (environment) => (
        await environment.settle(),
        environment.socket.fail(),
        await environment.pass(7 * second)
      ),
    ],
    [
      'reconnecting',
      async (environment) => (
        await environment.settle(),
        environment.socket.fail(),
        await environment.pass(60 * second)
      ),
    ],
  ]
  test.each(moments)('LIV-02 nothing is left after the last one ended %s', async (_name, reach) => {
    const environment = world()
    const store = createStore()
    const address: BoardAddress = { type: 'scoreboard', id: (nextId += 1) }
    const end = watchBoard(store, address, environment)
    await reach(environment)
    const after = store.get(boardAtom(address))
    end()
    end()
    expect(environment.timerCount).toBe(0)
    expect(environment.wakeListeners.size).toBe(0)
    expect(environment.asked.every(({ signal }) => signal.aborted)).toBe(true)
    const asked = environment.asked.length
    const opened = environment.sockets.length
    await environment.pass(10 * 60 * second)
    expect(environment.asked).toHaveLength(asked)
    expect(environment.sockets).toHaveLength(opened)
    expect(environment.sockets.slice(1).every(({ ended }) => ended)).toBe(true)
    expect(store.get(boardAtom(address))).toEqual(after)
  })

  test('LIV-01 of one board share one connection until the last ends', async () => {
    const { environment, store, address, end } = await live()
    const endOther = watchBoard(store, address, world())
    end()
    end()
    expect(environment.socket.ended).toBe(false)
    endOther()
    expect(environment.socket.ended).toBe(true)
  })

  test('LIV-01 a board that comes back shows its last scores while it connects', async () => {
    const { environment, store, address, end, say, score, board } = await live()
    say(stateAt(9, 999))
    end()
    environment.bootstrap = 'hang'
    const endAgain = watchBoard(store, address, environment)
    expect(board()).toMatchObject({ phase: 'ready', connection: 'connecting' })
    expect(score()).toBe(999)
    endAgain()
  })

  test('LIV-02 timers stay few, however long it runs', async () => {
    const { environment, say } = await live()
    for (let seq = 2; seq < 2000; seq += 1) say(stateAt(seq))
    expect(environment.timerCount).toBe(1)
    environment.socket.fail()
    await environment.pass(24 * 3600 * second)
    expect(environment.timerCount).toBeLessThanOrEqual(3)
  })

  test('LIV-02 who ends its watch when the first state is shown opens no socket', async () => {
    const environment = world()
    const store = createStore()
    const address: BoardAddress = { type: 'scoreboard', id: (nextId += 1) }
    const end = watchBoard(store, address, environment)
    store.sub(boardAtom(address), end)
    await environment.settle()
    expect(store.get(boardAtom(address)).phase).toBe('ready')
    expect(environment.sockets).toHaveLength(0)
    expect(environment.timerCount).toBe(0)
  })
})

test('a state of other settings makes the board read its bootstrap again, once', async () => {
  const { environment, board, say, end } = await live()
  environment.bootstrap = makeScoreboardBootstrap({ title: 'Renamed', scores: { ...stateAt(3), config: 'b' } })
  const before = environment.timesAsked('bootstrap').length
  say({ ...stateAt(2), config: 'b' } as ReturnType<typeof stateAt>)
  say({ ...stateAt(3), config: 'b' } as ReturnType<typeof stateAt>)
  await environment.settle()
  expect(environment.timesAsked('bootstrap')).toHaveLength(before + 1)
  expect(board().bootstrap?.title).toBe('Renamed')
  say({ ...stateAt(4), config: 'b' } as ReturnType<typeof stateAt>)
  await environment.settle()
  expect(environment.timesAsked('bootstrap')).toHaveLength(before + 1)
  end()
})

test('settings that change again while they are being read are read once more', async () => {
  const { environment, board, say, end } = await live()
  environment.bootstrap = makeScoreboardBootstrap({ title: 'Renamed', scores: { ...stateAt(2), config: 'b' } })
  say({ ...stateAt(2), config: 'b' } as ReturnType<typeof stateAt>)
  environment.bootstrap = makeScoreboardBootstrap({ title: 'Renamed again', scores: { ...stateAt(3), config: 'c' } })
  say({ ...stateAt(3), config: 'c' } as ReturnType<typeof stateAt>)
  await environment.settle()
  expect(board().bootstrap?.title).toBe('Renamed again')
  end()
})

test('settings that cannot be read are asked for again with the next state, and the board goes on', async () => {
  const { environment, board, score, say, end } = await live()
  const title = board().bootstrap?.title
  environment.bootstrap = refused(500)
  say({ ...stateAt(2), config: 'b' } as ReturnType<typeof stateAt>)
  await environment.settle()
  expect([score(), board().bootstrap?.title, board().connection]).toEqual([2, title, 'live'])
  environment.bootstrap = makeScoreboardBootstrap({ title: 'Renamed', scores: { ...stateAt(3), config: 'b' } })
  say({ ...stateAt(3), config: 'b' } as ReturnType<typeof stateAt>)
  await environment.settle()
  expect(board().bootstrap?.title).toBe('Renamed')
  end()
})

test('settings that another process answers come without its scores, and are read again where it had not heard of the change', async () => {
  const { environment, board, score, say, end } = await live()
  const answeredByAnother = (title: string, config?: string) =>
    (environment.bootstrap = makeScoreboardBootstrap({ title, scores: { ...stateAt(90, 1, 'another'), config } }))
  answeredByAnother('As before', 'a')
  say({ ...stateAt(2), config: 'b' } as ReturnType<typeof stateAt>)
  await environment.settle()
  answeredByAnother('Renamed', 'b')
  say({ ...stateAt(3), config: 'b' } as ReturnType<typeof stateAt>)
  await environment.settle()
  expect([score(), board().bootstrap?.title]).toEqual([3, 'Renamed'])
  end()
})
