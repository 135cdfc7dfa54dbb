import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/src/ground/database/embedded/cluster'
import { makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../server/src/testing'
import { makeDeviceKey } from '../../server/src/testing/devices'
import { useProcesses } from '../../server/src/testing/processes'
import { buildWholeApp, type WholeApp } from '../../server/src/testing/wholeApp'
import { runBridge } from './runBridge'

/* Games of the Mission Pinball Framework, a recorded one and one written after it, played over TCP to the bridge, which posts them to a server. */

const database = useTestDatabase()
const processes = useProcesses()
let whole: WholeApp
let server: string
let key: string
/** Reads what there is of the machine as its owner. */
let read: <Answer>(what: string) => Promise<Answer>
const endings: (() => unknown)[] = []

beforeAll(async () => {
  whole = await buildWholeApp(database.db, { isLimited: false })
  server = await whole.listen()
})
afterAll(() => whole.close())

beforeEach(async () => {
  const { id, token } = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, id)
  key = await makeDeviceKey(database.db, machine)
  read = async <Answer>(what: string) =>
    (await (
      await fetch(`${server}/api/venuemachine/${machine}/${what}/`, { headers: { authorization: `Token ${token}` } })
    ).json()) as Answer
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const commandOf = (line: string) => line.split('?')[0]!

/** What MPF says in a game, and the commands that it hears; what it was told to press was the recorder's own doing. */
function gameOf(file: string) {
  const lines = readFileSync(path.join(import.meta.dirname, '../../e2e/fixtures', file), 'utf8').split('\n')
  return {
    spoken: lines.filter((line) => line.startsWith('< ')).map((line) => line.slice(2)),
    heard: lines
      .filter((line) => line.startsWith('> ') && !line.startsWith('> switch'))
      .map((line) => commandOf(line.slice(2))),
  }
}

/** What the bridge says besides: it asks to be told of tilts. */
const withTriggers = (heard: readonly string[]) =>
  heard.flatMap((command, at) =>
    command === 'monitor_start' && heard[at + 1] !== command
      ? [command, 'register_trigger', 'register_trigger']
      : [command],
  )

/** Asks again until it is so; the test's own time is the limit. */
async function until<Result>(
  ask: () => Result | undefined | false | Promise<Result | undefined | false>,
): Promise<Result> {
  for (;;) {
    const found = await ask()
    if (found) return found
    await wait(5)
  }
}

let queues = 0
const newQueue = () => path.join(processes.folder, `queue-${(queues += 1)}.json`)

/** A bridge whose pauses take a hundredth of their time. The last argument is the port of its MPF, or, as a display, its own. */
function startBridge(queue: string, port: number, isDisplay = false) {
  const stopping = new AbortController()
  const lines: string[] = []
  const address = { host: '127.0.0.1', port }
  const ended = runBridge({
    server,
    deviceKey: key,
    queue,
    display: isDisplay ? address : undefined,
    bcp: address,
    log: (line) => lines.push(line),
    signal: stopping.signal,
    pause: (ms, signal) => wait(ms / 100, undefined, { signal }).catch(() => {}),
  })
  const end = () => {
    stopping.abort()
    return ended
  }
  endings.push(end)
  return { lines, end }
}

/** One side of a connection as MPF: says lines, hears what the bridge says, and answers what it is asked of its game, where it has one. */
function mpfOver(socket: net.Socket, game?: Readonly<Record<string, string>>) {
  const heard: string[] = []
  let rest = ''
  endings.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.on('data', (text: Buffer) => {
    const lines = (rest + text.toString()).split('\n')
    rest = lines.pop()!
    heard.push(...lines.map(commandOf))
    for (const line of lines) {
      const [, placeholder] = /^evaluate_placeholder\?placeholder=(.*)$/.exec(line) ?? []
      if (game && placeholder)
        socket.write(
          `evaluate_placeholder?value=${game[decodeURIComponent(placeholder)] ?? 'NoneType:'}&error=bool:False\n`,
        )
    }
  })
  return {
    heard,
    /** Says lines, and waits where MPF waited. */
    play: async (lines: readonly string[]) => {
      for (const line of lines) {
        socket.write(`${line}\n`)
        if (line === 'reset') await until(() => heard.includes('reset_complete'))
      }
    },
    close: () => socket.destroy(),
  }
}

/** MPF that the bridge connects to. */
async function startMpf(game?: Readonly<Record<string, string>>) {
  const connections: ReturnType<typeof mpfOver>[] = []
  const listener = net.createServer((socket) => connections.push(mpfOver(socket, game))).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  endings.push(() => listener.close())
  return {
    port: (listener.address() as net.AddressInfo).port,
    connected: (count: number) => until(() => connections[count - 1]),
  }
}

interface Played {
  successful: boolean
  scores: { score: number }[]
}
const games = async () =>
  (await read<{ results: Played[] }>('games')).results.map(({ successful, scores }) => ({
    successful,
    scores: scores.map(({ score }) => score),
  }))
/** The game that is played, once it stands at this score. */
const at = (score: number, player = 1) =>
  until(async () => {
    const game = await read<{ current_ball: number; game_modes: string[]; scores?: { score: number }[] }>('current')
    return game.scores?.[player - 1]?.score === score && { ...game, scores: game.scores.map((one) => one.score) }
  })

const score = (value: number, player = 1) =>
  `player_variable?name=score&value=int:${value}&prev_value=int:0&change=int:0&player_num=int:${player}`
const boot = ['reset', 'mode_list?json={"running_modes": []}']
const start = [
  'mode_start?name=game&priority=int:20',
  'player_added?player_num=int:1',
  'ball_start?player_num=int:1&ball=int:1',
]

describe('as its owner starts it', () => {
  const startProcess = (queue: string, port: number) =>
    processes.run(
      'bridge/src/bridge.cli.ts',
      { MULTIBALL_DEVICE_KEY: key },
      'mpf',
      '--server',
      server,
      '--queue',
      queue,
      '--bcp',
      `127.0.0.1:${port}`,
    )

  test('MAC-01 the recorded game: MPF hears what its recorder said, the server gets the game, and a bridge that is told to end says goodbye', async () => {
    const mpf = await startMpf()
    const { child } = startProcess(newQueue(), mpf.port)
    const connection = await mpf.connected(1)
    await connection.play(gameOf('mpf-0.57-game.bcp.txt').spoken)
    await until(async () => (await games()).length === 1)
    expect(await games()).toEqual([{ successful: true, scores: [25_000] }])
    expect(connection.heard).toEqual(withTriggers(gameOf('mpf-0.57-game.bcp.txt').heard))
    child.kill('SIGTERM')
    await until(() => connection.heard.at(-1) === 'goodbye')
  })

  test('MAC-24 without a key it signs on with a code, and its games are those of the machine that it is accepted as', async () => {
    const { id, token } = await makeUser(database.db)
    const venue = await makeVenue(database.db, id)
    const machine = await makeVenueMachine(database.db, id, { venueId: venue })
    const ask = async <Answer>(method: string, route: string, body?: object) =>
      (await (
        await fetch(`${server}/api/${route}`, {
          method,
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
      ).json()) as Answer
    const mpf = await startMpf()
    const given = ['mpf', '--server', server, '--queue', newQueue(), '--bcp', `127.0.0.1:${mpf.port}`]
    const { child, says } = processes.run('bridge/src/bridge.cli.ts', {}, ...given)
    await ask('POST', 'bridge/', { code: await says(/Code: (\w{6})/), venue })
    await says(/Accept "Mission Pinball Framework"/)
    const { bridges } = await ask<{ bridges: { machines: { code: string }[] }[] }>('GET', 'bridge/')
    await ask('POST', `venuemachine/${machine}/pair/`, { shortcode: bridges[0]!.machines[0]!.code })
    const connection = await mpf.connected(1)
    await connection.play(gameOf('mpf-0.57-game.bcp.txt').spoken)
    const played = await until(async () => {
      const { results } = await ask<{ results: Played[] }>('GET', `venuemachine/${machine}/games/`)
      return results.length > 0 && results
    })
    expect(played).toMatchObject([{ successful: true, scores: [{ score: 25_000 }] }])
    child.kill('SIGTERM')
    await until(() => connection.heard.at(-1) === 'goodbye')
  })

  test('MAC-01 a server that is away in mid-game, and a bridge that is killed with the score in its queue: the final score arrives, once', async () => {
    const mpf = await startMpf()
    const queue = newQueue()
    const { child, says } = startProcess(queue, mpf.port)
    const connection = await mpf.connected(1)
    await connection.play([...boot, ...start, 'mode_start?name=multi_ball&priority=int:300', score(1_000)])
    expect(await at(1_000)).toMatchObject({ current_ball: 1, game_modes: ['NA:multi ball'] })
    const { port } = whole.app.server.address() as net.AddressInfo
    whole.app.server.close()
    whole.app.server.closeAllConnections()
    await connection.play([score(77_000), 'mode_stop?name=game'])
    await says(/Scores are kept/)
    await until(() => readFileSync(queue, 'utf8').includes('77000'))
    child.kill('SIGKILL')
    await once(whole.app.server.listen(port, '127.0.0.1'), 'listening')
    startBridge(queue, mpf.port)
    await until(async () => (await games()).length === 1)
    expect(await games()).toEqual([{ successful: true, scores: [77_000] }])
  })
})

test('MAC-03 a bridge that restarts in mid-game asks for it whole and goes on with the same game; one that is over by then is lost', async () => {
  const mpf = await startMpf({
    'players[0].score': 'int:6000',
    'players[0].ball': 'int:2',
    'players[1].score': 'int:70',
    'players[1].ball': 'int:1',
    'current_player.number': 'int:1',
  })
  const queue = newQueue()
  const first = startBridge(queue, mpf.port)
  await (await mpf.connected(1)).play([...boot, ...start, score(5_000)])
  await at(5_000)
  await first.end()

  startBridge(queue, mpf.port)
  const after = await mpf.connected(2)
  // It has been running all the time, so it says nothing of a start.
  await after.play(['mode_list?json={"running_modes": [["game", 20]]}'])
  expect(await at(6_000)).toMatchObject({ current_ball: 2, scores: [6_000, 70] })
  expect(await games()).toEqual([])

  after.close()
  await (await mpf.connected(3)).play(['mode_list?json={"running_modes": []}'])
  await until(async () => (await games()).length === 1)
  expect(await games()).toEqual([{ successful: false, scores: [6_000, 70] }])
})

test('MAC-03 a bridge that was away in mid-game, beside an older MPF, knows nothing of some players: their scores stay, and the last ones are those that MPF ends with', async () => {
  const mpf = await startMpf()
  const queue = newQueue()
  const first = startBridge(queue, mpf.port)
  const three = [
    'mode_start?name=game&priority=int:20',
    ...[1, 2, 3].map((player) => `player_added?player_num=int:${player}`),
    'player_turn_start?player_num=int:1',
    'ball_start?player_num=int:1&ball=int:3',
  ]
  await (await mpf.connected(1)).play([...boot, ...three, score(5_000)])
  await at(5_000)
  await first.end()

  startBridge(queue, mpf.port)
  const after = await mpf.connected(2)
  // What the machine variables say at first is the game before. This MPF does not know how to answer what it is asked.
  await after.play([
    'machine_variable?name=player1_score&value=int:25000',
    'mode_list?json={"running_modes": [["game", 20]]}',
    'player_turn_start?player_num=int:2',
    score(70, 2),
  ])
  expect((await at(70, 2)).scores).toEqual([5_000, 70, 0])
  const ended = [5_250, 70, 0].map(
    (value, player) =>
      `machine_variable?name=player${player + 1}_score&value=int:${value}&prev_value=NoneType:&change=bool:True`,
  )
  await after.play([...ended, 'mode_stop?name=game'])
  await until(async () => (await games()).length === 1)
  expect(await games()).toEqual([{ successful: true, scores: [5_250, 70, 0] }])
})

test('MAC-01 MAC-05 as MPF’s only display: MPF connects, is answered, and its game is shown without what runs from boot', async () => {
  const later = gameOf('mpf-0.80-game.bcp.txt')
  const port = await freePort()
  const bridge = startBridge(newQueue(), port, true)
  await until(() => bridge.lines.some((line) => line.startsWith('Waiting for MPF')))
  const mpf = mpfOver(net.connect(port, '127.0.0.1'))
  const inMultiball = later.spoken.findIndex((line) => line.startsWith('mode_stop?name=multi_ball'))
  await mpf.play(later.spoken.slice(0, inMultiball))
  expect(await at(30_031_000)).toMatchObject({ game_modes: ['NA:multi ball'] })
  await mpf.play(later.spoken.slice(inMultiball))
  await until(async () => (await games()).length === 1)
  expect(await games()).toEqual([{ successful: true, scores: [30_031_000, 26_230, 70] }])
  expect(mpf.heard).toEqual(withTriggers(later.heard))
  expect(bridge.lines[0]).toMatch(/^Warning: MPF stops, also in mid-game, when its display does/)
  await bridge.end()
  await until(() => mpf.heard.at(-1) === 'goodbye')
})
