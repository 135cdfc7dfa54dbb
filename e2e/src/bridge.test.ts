import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addVenueMachine, registerOwner, type Owner } from './account'
import { freePort, startProduct, type Product } from './product'

/* Games of the Mission Pinball Framework, a recorded one and one written after it, played over TCP to the bridge, which posts it to the running product. */

const root = path.resolve(import.meta.dirname, '../..')
const commandOf = (line: string) => line.split('?')[0]!

/** What MPF says in a game, and the commands that it hears; what it was told to press was the recorder's own doing. */
function gameOf(file: string) {
  const lines = readFileSync(path.join(root, 'e2e/fixtures', file), 'utf8').split('\n')
  return {
    spoken: lines.filter((line) => line.startsWith('< ')).map((line) => line.slice(2)),
    heard: lines.filter((line) => line.startsWith('> ') && !line.startsWith('> switch')).map((line) => commandOf(line.slice(2))),
  }
}

/** What the bridge says besides: it asks to be told of tilts. */
const withTriggers = (heard: readonly string[]) => heard.flatMap((command, at) => (command === 'monitor_start' && heard[at + 1] !== command ? [command, 'register_trigger', 'register_trigger'] : [command]))

const recorded = gameOf('mpf-0.57-game.bcp.txt')
const later = gameOf('mpf-0.80-game.bcp.txt')

let product: Product
let owner: Owner
let machine: number
let key: string
let folder: string
const children: ChildProcess[] = []
/** What a test that failed has left open. */
const leftOpen: (() => void)[] = []

beforeAll(async () => {
  product = await startProduct()
  owner = await registerOwner(product.url, 'mpf-owner')
  machine = await addVenueMachine(owner, 'Homebrew Hall', 'Medieval')
  key = (await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)).key
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-mpf-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const close of leftOpen) close()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks again until there is an answer. */
async function until<Result>(ask: () => Promise<Result | undefined | false>): Promise<Result> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const found = await ask()
    if (found) return found
    await wait(50)
  }
  throw new Error('It never happened')
}

/** A bridge's own file, by the address of its MPF, where what is not sent yet waits. */
const queueOf = (address: string) => path.join(folder, `queue-${address.replace(/\W/g, '-')}.json`)

/** @param args of the bridge besides; the last one is the address of its MPF, or the port that it comes to */
function startBridge(...args: string[]) {
  const child = spawn(process.execPath, ['platform/run.mjs', 'bridge/src/mpf.cli.ts', '--server', product.url, '--queue', queueOf(args.at(-1)!), ...args], {
    cwd: root,
    env: { ...process.env, MULTIBALL_DEVICE_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    printed: () => printed,
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await exited
    },
  }
}

/** One side of a connection as MPF: says lines, hears what the bridge says, and answers what it is asked of its game, where it has one. */
function mpfOver(socket: net.Socket, game?: Readonly<Record<string, string>>) {
  const heard: string[] = []
  let rest = ''
  socket.on('error', () => {})
  socket.on('data', (text: Buffer) => {
    const lines = (rest + text.toString()).split('\n')
    rest = lines.pop()!
    heard.push(...lines.map(commandOf))
    for (const line of lines) {
      const [, placeholder] = /^evaluate_placeholder\?placeholder=(.*)$/.exec(line) ?? []
      if (game && placeholder) socket.write(`evaluate_placeholder?value=${game[decodeURIComponent(placeholder)] ?? 'NoneType:'}&error=bool:False\n`)
    }
  })
  return {
    heard,
    say: (lines: readonly string[]) => socket.write(lines.map((line) => `${line}\n`).join('')),
    /** As it is recorded, and waits where MPF waited. */
    play: async (lines: readonly string[]) => {
      for (const line of lines) {
        socket.write(`${line}\n`)
        if (line === 'reset') await until(async () => heard.includes('reset_complete'))
      }
    },
    close: () => socket.destroy(),
  }
}

/** MPF that the bridge connects to. */
async function startMpf(game?: Readonly<Record<string, string>>) {
  const connections: ReturnType<typeof mpfOver>[] = []
  const server = net.createServer((socket) => connections.push(mpfOver(socket, game)))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => {
    for (const connection of connections) connection.close()
    server.close()
  }
  leftOpen.push(close)
  return { address: `127.0.0.1:${port}`, connected: (count: number) => until(async () => connections[count - 1]), close }
}

interface Played {
  successful: boolean
  scores: { score: number }[]
}
const games = async () => (await owner.call<{ results: Played[] }>('GET', `/api/venuemachine/${machine}/games/`)).results.map(({ successful, scores }) => ({ successful, scores: scores.map(({ score }) => score) }))
const current = () =>
  owner.call<{ settled_on: string | null; current_ball: number; game_modes: string[]; scores: { score: number }[] }>('GET', `/api/venuemachine/${machine}/current/`).catch(() => undefined)

const score = (value: number, player = 1) => `player_variable?name=score&value=int:${value}&prev_value=int:0&change=int:0&player_num=int:${player}`
const start = ['mode_start?name=game&priority=int:20', 'player_added?player_num=int:1', 'ball_start?player_num=int:1&ball=int:1']

test('MAC-01 the recorded game, both ways: MPF hears what its recorder said, the server gets the game', async () => {
  const mpf = await startMpf()
  const bridge = startBridge('--bcp', mpf.address)
  const connection = await mpf.connected(1)
  await connection.play(recorded.spoken)
  await until(async () => (await games()).length === 1)
  expect(await games()).toEqual([{ successful: true, scores: [25_000] }])
  expect(connection.heard).toEqual(withTriggers(recorded.heard))
  await bridge.end('SIGTERM')
  await until(async () => connection.heard.at(-1) === 'goodbye')
  mpf.close()
})

test('a server that is killed in mid-game, and a bridge that is killed with the score in its queue: the final score arrives, once', async () => {
  const mpf = await startMpf()
  const first = startBridge('--bcp', mpf.address)
  const connection = await mpf.connected(1)
  await connection.play(['reset', 'mode_list?json={"running_modes": []}', ...start, 'mode_start?name=multi_ball&priority=int:300', score(1_000)])
  expect(await until(async () => (await current())?.scores[0]?.score === 1_000 && current())).toMatchObject({ current_ball: 1, game_modes: ['NA:multi ball'] })

  await product.kill()
  connection.say([score(77_000), 'mode_stop?name=game'])
  await until(async () => first.printed().includes('Scores are kept'))
  await until(async () => readFileSync(queueOf(mpf.address), 'utf8').includes('77000'))
  await first.end('SIGKILL')
  await product.start()
  const second = startBridge('--bcp', mpf.address)
  await until(async () => (await games()).length === 2)
  expect(await games()).toEqual([{ successful: true, scores: [77_000] }, { successful: true, scores: [25_000] }])
  await second.end('SIGTERM')
  mpf.close()
})

test('MAC-03 a bridge that restarts in mid-game asks for it whole and goes on with the same game; one that is over meanwhile is lost', async () => {
  const mpf = await startMpf({ 'players[0].score': 'int:6000', 'players[0].ball': 'int:2', 'players[1].score': 'int:70', 'players[1].ball': 'int:1', 'current_player.number': 'int:1' })
  const first = startBridge('--bcp', mpf.address)
  const before = await mpf.connected(1)
  await before.play(['reset', 'mode_list?json={"running_modes": []}', ...start, score(5_000)])
  await until(async () => (await current())?.scores[0]?.score === 5_000)
  await first.end('SIGKILL')

  const second = startBridge('--bcp', mpf.address)
  const after = await mpf.connected(2)
  // It has been running all the time, so it says nothing of a start.
  await after.play(['mode_list?json={"running_modes": [["game", 20]]}'])
  expect(await until(async () => (await current())?.scores[0]?.score === 6_000 && current())).toMatchObject({ current_ball: 2, scores: [{ score: 6_000 }, { score: 70 }] })
  expect(await games()).toHaveLength(2)

  after.close()
  const third = await mpf.connected(3)
  await third.play(['mode_list?json={"running_modes": []}'])
  await until(async () => (await games()).length === 3)
  expect((await games())[0]).toEqual({ successful: false, scores: [6_000, 70] })
  await second.end('SIGTERM')
  mpf.close()
})

test('MAC-03 a bridge that was away in mid-game, beside an older MPF, knows nothing of some players: their scores stay, and the last ones are those that MPF ends with', async () => {
  const mpf = await startMpf()
  const first = startBridge('--bcp', mpf.address)
  const before = await mpf.connected(1)
  const three = ['mode_start?name=game&priority=int:20', ...[1, 2, 3].map((player) => `player_added?player_num=int:${player}`), 'player_turn_start?player_num=int:1', 'ball_start?player_num=int:1&ball=int:3']
  await before.play(['reset', 'mode_list?json={"running_modes": []}', ...three, score(5_000)])
  await until(async () => (await current())?.scores[0]?.score === 5_000)
  await first.end('SIGKILL')

  const second = startBridge('--bcp', mpf.address)
  const after = await mpf.connected(2)
  // What the machine variables say at first is the game before. This MPF does not know how to answer what it is asked.
  await after.play(['machine_variable?name=player1_score&value=int:25000', 'mode_list?json={"running_modes": [["game", 20]]}', 'player_turn_start?player_num=int:2', score(70, 2)])
  const scores = async () => (await current())?.scores.map((one) => one.score)
  await until(async () => (await scores())?.[1] === 70)
  expect(await scores()).toEqual([5_000, 70, 0])
  const ended = [5_250, 70, 0].map((value, at) => `machine_variable?name=player${at + 1}_score&value=int:${value}&prev_value=NoneType:&change=bool:True`)
  after.say([...ended, 'mode_stop?name=game'])
  await until(async () => (await games()).length === 4)
  expect((await games())[0]).toEqual({ successful: true, scores: [5_250, 70, 0] })
  await second.end('SIGTERM')
  mpf.close()
})

test('MAC-01 MAC-05 as MPF’s only display: MPF connects, is answered, and its game is shown without what runs from boot', async () => {
  const port = await freePort()
  const bridge = startBridge('--display', String(port))
  const socket = await until(
    () =>
      new Promise<net.Socket | undefined>((resolve) => {
        const attempt = net.connect(port, '127.0.0.1', () => resolve(attempt))
        attempt.once('error', () => resolve(undefined))
      }),
  )
  const mpf = mpfOver(socket)
  leftOpen.push(mpf.close)
  const inMultiball = later.spoken.findIndex((line) => line.startsWith('mode_stop?name=multi_ball'))
  await mpf.play(later.spoken.slice(0, inMultiball))
  expect(await until(async () => (await current())?.scores[0]?.score === 30_031_000 && current())).toMatchObject({ game_modes: ['NA:multi ball'] })
  await mpf.play(later.spoken.slice(inMultiball))
  await until(async () => (await games()).length === 5)
  expect((await games())[0]).toEqual({ successful: true, scores: [30_031_000, 26_230, 70] })
  expect(mpf.heard).toEqual(withTriggers(later.heard))
  expect(bridge.printed()).toContain('Warning: MPF stops, also in mid-game, when its display does')
  await bridge.end('SIGTERM')
  await until(async () => mpf.heard.at(-1) === 'goodbye')
  mpf.close()
})

test.each([
  [['--bcp', 'nowhere'], '"nowhere" is not an address: HOST:PORT is expected.'],
  [['--server', 'boards.example'], '"boards.example" is not an address: http:// or https:// is expected.'],
  [['--display', '99999'], '"99999" is not an address: HOST:PORT is expected.'],
])('bad arguments are said so: %j', async (args, sentence) => {
  const bridge = startBridge(...args)
  await until(async () => bridge.printed().includes(sentence))
})
