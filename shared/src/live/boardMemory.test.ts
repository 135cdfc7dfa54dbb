import { ApiError } from '@multiball/shared/client'
import { FakeEnvironment, makeGame, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { createStore } from 'jotai'
import type { BoardLive } from './boardLive'
import type { BoardMemory, Remembered } from './environment'
import type { BoardAddress } from './socket'
import { boardAtom } from './store'
import { watchBoard } from './watchBoard'

/*
 * What stands in for a server that does not answer: the board as an earlier page heard it last.
 */

const stateAt = (seq: number, score = seq, config = 'a') => ({ data: [makeGame([score])], epoch: 'one', seq, config })
const bootstrapAt = (seq: number) => makeScoreboardBootstrap({ title: 'Kept', scores: stateAt(seq) })
const yesterday = -86_400_000
const away = new ApiError({ status: 0 })

/** One page's memory of boards, and what was asked of it. */
class FakeMemory implements BoardMemory {
  remembered: Remembered | undefined = { bootstrap: bootstrapAt(7), asOf: yesterday }
  recalls = 0
  forgotten = 0
  kept: Remembered[] = []
  recall = async () => {
    this.recalls += 1
    return this.remembered
  }
  keep = (_address: BoardAddress, remembered: Remembered) => void this.kept.push(remembered)
  forget = () => void (this.forgotten += 1)
}

let nextId = 5000

async function open(
  prepare: (environment: FakeEnvironment, memory: FakeMemory) => void,
  type: BoardAddress['type'] = 'scoreboard',
) {
  const environment = new FakeEnvironment()
  const memory = new FakeMemory()
  environment.memory = memory
  prepare(environment, memory)
  const store = createStore()
  const address: BoardAddress = { type, id: (nextId += 1) }
  const end = watchBoard(store, address, environment)
  await environment.settle()
  const board = () => store.get(boardAtom(address)) as BoardLive<'scoreboard'>
  return { environment, memory, board, end, score: () => board().scores?.data[0]?.scores[0]?.score }
}

test.each([
  ['the network is away', away],
  ['the server is in trouble', new ApiError({ status: 503 })],
])('%s: the board stands as it was last heard, with its age', async (_name, refusal) => {
  const { environment, board, score, end } = await open((world) => {
    world.bootstrap = refusal
    world.scores = refusal
  })
  expect(board()).toMatchObject({
    phase: 'ready',
    connection: 'offline',
    asOf: yesterday,
    bootstrap: { title: 'Kept' },
  })
  expect(score()).toBe(7)
  // All is tried at once, then as after a socket that closed.
  expect(environment.timesAsked('scores')).toEqual([0])
  expect(environment.sockets).toHaveLength(1)
  environment.socket.fail()
  await environment.pass(10_000)
  expect(environment.timesAsked('scores')).toEqual([0, 5000, 10_000])
  expect(board()).toMatchObject({ connection: 'offline', asOf: yesterday })
  await environment.pass(50_000)
  expect(environment.sockets).toHaveLength(2)
  end()
  expect(environment.timerCount).toBe(0)
})

test('a server that is there and says nothing is waited for 3 s', async () => {
  const { environment, board, end } = await open(() => {})
  await environment.pass(2999)
  expect(board().phase).toBe('loading')
  await environment.pass(1)
  expect(board()).toMatchObject({ phase: 'ready', connection: 'offline', asOf: yesterday })
  end()
  expect(environment.timerCount).toBe(0)
})

test('a server that answers is believed, whatever is remembered', async () => {
  const { environment, memory, board, score, end } = await open((world) => (world.bootstrap = bootstrapAt(2)))
  expect(score()).toBe(2)
  await environment.pass(4000)
  expect([memory.recalls, board().connection]).toEqual([0, 'connecting'])
  end()
})

test('the first poll that is answered makes it live again, by the socket too', async () => {
  const { environment, board, score, end } = await open((world) => {
    world.bootstrap = away
    world.scores = away
  })
  environment.scores = stateAt(9)
  await environment.pass(5000)
  expect([score(), board().connection, board().asOf]).toEqual([9, 'polling', 5000])
  environment.socket.accept()
  expect(board().connection).toBe('live')
  end()
})

test('settings that changed meanwhile are read', async () => {
  const { environment, board, end } = await open((world) => {
    world.bootstrap = away
    world.scores = away
  })
  environment.bootstrap = makeScoreboardBootstrap({ title: 'Renamed', scores: stateAt(9, 9, 'b') })
  environment.scores = stateAt(9, 9, 'b')
  await environment.pass(5000)
  expect(board().bootstrap?.title).toBe('Renamed')
  end()
})

test('a bootstrap that is refused late says nothing beside a board that is live by then', async () => {
  let refuse = (_cause: ApiError) => {}
  const { environment, board, end } = await open((world) => {
    world.getBootstrap = () => new Promise((_, reject) => (refuse = reject))
  })
  await environment.pass(3000)
  environment.socket.accept()
  environment.socket.say({ type: 'SCORES', name: `scoreboard:${nextId}:scores`, ...stateAt(8) })
  refuse(away)
  await environment.settle()
  expect(board()).toMatchObject({ phase: 'ready', connection: 'live', scores: { seq: 8 } })
  expect(board().error).toBeUndefined()
  end()
})

test('a board that was taken away is forgotten, not recalled', async () => {
  const { memory, board, end } = await open((world) => (world.bootstrap = new ApiError({ status: 404 })))
  expect(board()).toMatchObject({ phase: 'failed', error: { message: 'Item not found.' } })
  expect([memory.recalls, memory.forgotten]).toEqual([0, 1])
  end()
})

test('one that turns out to be taken away goes from the screen and from memory', async () => {
  const { environment, memory, board, end } = await open((world) => (world.bootstrap = world.scores = away))
  environment.scores = new ApiError({ status: 404 })
  await environment.pass(5000)
  expect(board()).toEqual({
    phase: 'failed',
    connection: 'offline',
    error: { status: 404, message: 'Item not found.' },
  })
  expect(memory.forgotten).toBe(1)
  end()
})

test('LIV-03 too many requests are said, not covered up', async () => {
  const { memory, board, end } = await open((world) => (world.bootstrap = new ApiError({ status: 429 })))
  expect([board().phase, board().error?.message, memory.recalls]).toEqual(['failed', 'Too many requests', 0])
  end()
})

test('what is not remembered waits as ever', async () => {
  const { environment, memory, board, end } = await open((world, kept) => {
    world.bootstrap = away
    kept.remembered = undefined
  })
  expect(board()).toMatchObject({ phase: 'loading', error: { status: 0 } })
  environment.bootstrap = bootstrapAt(1)
  await environment.pass(5000)
  expect([board().phase, memory.recalls]).toEqual(['ready', 1])
  end()
})

test('LIV-04 a streamboard from memory polls for 60 s, and connects each second', async () => {
  const { environment, end } = await open((world) => (world.bootstrap = world.scores = away), 'streamboard')
  environment.socket.fail()
  await environment.pass(1000)
  expect(environment.sockets).toHaveLength(2)
  await environment.pass(120_000)
  expect(environment.timesAsked('scores').at(-1)).toBe(55_000)
  end()
})

test('every state is given to the memory with its bootstrap; one of other settings only with those', async () => {
  const { environment, memory, end } = await open((world) => (world.bootstrap = bootstrapAt(1)))
  environment.socket.accept()
  const say = (state: object) =>
    environment.socket.say({ type: 'SCORES', name: `scoreboard:${nextId}:scores`, ...state })
  say(stateAt(2))
  environment.bootstrap = 'hang'
  say(stateAt(3, 3, 'b'))
  expect(
    memory.kept.map(({ bootstrap, asOf }) => [bootstrap.scores.seq, (bootstrap as { title: string }).title, asOf]),
  ).toEqual([
    [1, 'Kept', 0],
    [2, 'Kept', 0],
  ])
  end()
})
