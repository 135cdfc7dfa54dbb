import { once } from 'node:events'
import { connect } from 'node:net'
import type { LiveMessage } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import { settle, stage, until } from '../../testing/hubStage'

test.each([
  '/scoreboard/1/scores/websocket/?session=12',
  '/scoreboard/1/scores/websocket?session=12',
  '/scoreboard/1/scores/websocket',
])('the address %s', async (path) => {
  const { open } = await stage()
  const viewer = await open(path)
  viewer.say({ type: 'GET_SCORES', name: 'scoreboard:1:scores' })
  await viewer.hears(1)
  expect(viewer.heard).toMatchObject([{ type: 'SCORES', data: [] }])
})

const handshake = (target: string, ...headers: string[]) =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '',
    '',
  ].join('\r\n')

test('RUN-13 a socket opens at a whole address', async () => {
  const { address } = await stage()
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(handshake('http://x/scoreboard/1/scores/websocket/?session=12'))
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toContain('101 Switching Protocols')
  socket.destroy()
})

test.each([
  '/',
  '/scoreboard/1/scores',
  '/slideshow/1/scores/websocket/',
  '/tap-list/1/scores/websocket/',
  '/scoreboard/x/scores/websocket/',
])('nothing is at %s', async (path) => {
  const { address } = await stage()
  const socket = new WebSocket(address + path)
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toContain('404')
})

test('LIV-05 what is not understood is answered UNKNOWN, and the socket stays', async () => {
  const { open } = await stage()
  const viewer = await open('/scoreboard/1/scores/websocket/')
  viewer.say('hello')
  viewer.say({ type: 'GET_WEATHER' })
  viewer.socket.send(Buffer.from([1, 2]))
  await viewer.hears(3)
  viewer.say({ type: 'GET_SCORES', name: 'scoreboard:1:scores' })
  await viewer.hears(4)
  expect(viewer.heard.map(({ type }) => type)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'SCORES'])
})

describe('sockets that are no good', () => {
  test('one that says nothing for 10 s is closed, one that watches is not', async () => {
    const { open, watch, hub, clock } = await stage()
    const silent = await open('/scoreboard/1/scores/websocket/')
    const viewer = await watch()
    await viewer.hears(1)
    hub.tick((clock.now += 9_999))
    await settle()
    expect(silent.socket.readyState).toBe(WebSocket.OPEN)
    hub.tick((clock.now += 1))
    expect(await silent.closed).toBe(1008)
    expect(viewer.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('a message over 4 KiB closes the socket', async () => {
    const { open } = await stage()
    const viewer = await open('/scoreboard/1/scores/websocket/')
    viewer.say('x'.repeat(4097))
    expect(await viewer.closed).toBe(1009)
  })

  test('too many messages close the socket', async () => {
    const { open } = await stage()
    const viewer = await open('/scoreboard/1/scores/websocket/')
    for (let count = 0; count < 40; count += 1) viewer.say('hello')
    expect(await viewer.closed).toBe(1008)
  })

  test('one that answers pings stays, one that does not is ended', async () => {
    const { watch, hub, clock, address } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    const deaf = connect(Number(new URL(address).port), '127.0.0.1')
    deaf.write(handshake('/scoreboard/1/scores/websocket/'))
    await once(deaf, 'data')
    const ended = once(deaf, 'close')
    deaf.resume().on('error', () => {})
    expect(hub.figures.viewers).toBe(2)
    for (let round = 0; round < 2; round += 1) {
      hub.tick((clock.now += 25_000))
      await settle()
    }
    await ended
    expect(hub.figures.viewers).toBe(1)
    expect(viewer.socket.readyState).toBe(WebSocket.OPEN)
  })
})

test('when the server stops, viewers are told to come back', async () => {
  const { watch, hub, address } = await stage()
  const viewers = await Promise.all([watch(), watch()])
  await Promise.all(viewers.map((viewer) => viewer.hears(1)))
  const closing = hub.close()
  expect(await Promise.all(viewers.map(({ closed }) => closed))).toEqual([1012, 1012])
  await closing
  const late = new WebSocket(`${address}/scoreboard/1/scores/websocket/`)
  expect(((await once(late, 'error')) as [Error])[0].message).toContain('503')
})

test('RUN-07 viewers whose turn to be sent away has not come still see scores', async () => {
  const { watch, hub, score, pass } = await stage()
  const viewers = await Promise.all(Array.from({ length: 60 }, () => watch()))
  await Promise.all(viewers.map((viewer) => viewer.hears(1)))
  const closing = hub.close()
  score(1, 77)
  expect(await viewers[0]!.closed).toBe(1012)
  await pass(50)
  await closing
  expect(viewers.filter((viewer) => viewer.scores().includes(77)).length).toBeGreaterThan(0)
})

describe('a socket that carries several boards', () => {
  const ask = (id: number, key?: string) => ({ type: 'GET_SCORES', name: `scoreboard:${id}:scores`, key })
  const shared = async () => {
    const made = await stage()
    for (const id of [2, 3]) made.setBoard(id)
    for (const id of [1, 2, 3]) made.score(id, id * 100)
    return { ...made, socket: await made.open('/scores/websocket/') }
  }
  const namesOf = (heard: readonly LiveMessage[]) => heard.map((message) => ('name' in message ? message.name : ''))

  test('each board is told by its name, once for each of its states, and is one viewer', async () => {
    const { socket, score, pass, hub } = await shared()
    for (const id of [1, 2]) socket.say(ask(id))
    await socket.hears(2)
    expect(namesOf(socket.heard).sort()).toEqual(['scoreboard:1:scores', 'scoreboard:2:scores'])
    score(2, 555)
    await pass(1000)
    await socket.hears(3)
    expect([namesOf(socket.heard).at(-1), socket.scores().at(-1)]).toEqual(['scoreboard:2:scores', 555])
    expect(hub.figures.viewers).toBe(1)
  })

  test('a board that was left is told no more, the others are; also when it was left before it came', async () => {
    const { socket, score, pass } = await shared()
    for (const id of [1, 2, 3]) socket.say(ask(id))
    socket.say({ type: 'LEAVE_SCORES', name: 'scoreboard:3:scores' })
    await socket.hears(2)
    socket.say({ type: 'LEAVE_SCORES', name: 'scoreboard:1:scores' })
    await settle()
    const before = socket.heard.length
    for (const id of [1, 2, 3]) score(id, 777)
    await pass(1000)
    await socket.hears(before + 1)
    await settle()
    expect(namesOf(socket.heard).slice(before)).toEqual(['scoreboard:2:scores'])
  })

  test('a board that may not be seen costs no other one its socket', async () => {
    const { socket, setBoard, score, pass } = await shared()
    setBoard(9, { isPublic: false })
    socket.say(ask(9))
    socket.say({ type: 'GET_SCORES', name: 'user:1:scores' })
    await socket.hears(2)
    expect(socket.heard).toEqual([
      {
        type: 'ERROR',
        name: expect.stringMatching(/^(?:scoreboard:9|user:1):scores$/) as unknown,
        detail: 'Item not found.',
        status: 404,
      },
      {
        type: 'ERROR',
        name: expect.stringMatching(/^(?:scoreboard:9|user:1):scores$/) as unknown,
        detail: 'Item not found.',
        status: 404,
      },
    ])
    socket.say(ask(9, 'right'))
    socket.say(ask(1))
    await socket.hears(4)
    score(1, 4)
    await pass(1000)
    await socket.hears(5)
    expect(socket.socket.readyState).toBe(WebSocket.OPEN)
  })

  test.each([
    ['without a key', undefined],
    ['with a wrong one', 'wrong'],
  ])('LIV-06 a board that is asked for %s and at once with the right one is told', async (_title, key) => {
    const { socket, setBoard } = await shared()
    setBoard(9, { isPublic: false })
    socket.say(ask(9, key))
    socket.say(ask(9, 'right'))
    await socket.hears(1)
    await settle()
    expect(socket.heard).toMatchObject([{ type: 'SCORES', name: 'scoreboard:9:scores' }])
  })

  test('one that is closed leaves nothing, and one that asks for too much is closed', async () => {
    const { socket, hub, open, setBoard } = await shared()
    for (let id = 4; id <= 40; id += 1) setBoard(id)
    socket.say(ask(1))
    await socket.hears(1)
    socket.socket.close()
    await socket.closed
    await until(() => hub.figures.viewers === 0)
    const greedy = await open('/scores/websocket/')
    for (let id = 1; id <= 40; id += 1) greedy.say(ask(id))
    expect(await greedy.closed).toBe(1008)
  })
})

describe('LIV-10 compression', () => {
  const received = (socket: WebSocket) => (socket as unknown as { _socket: { bytesRead: number } })._socket.bytesRead

  test('the states of a board that 100 watch are compressed for those that read it, and say the same to all', async () => {
    const { address, watch, score } = await stage({ padding: 2_000 })
    const viewers = await Promise.all(Array.from({ length: 100 }, () => watch()))
    const plain = new WebSocket(`${address}/scoreboard/1/scores/websocket/`, { perMessageDeflate: false })
    const heard: string[] = []
    plain.on('message', (data) => heard.push(data.toString()))
    await once(plain, 'open')
    plain.send(JSON.stringify({ type: 'GET_SCORES', name: 'scoreboard:1:scores' }))
    await until(() => heard.length === 1)
    await Promise.all(viewers.map((viewer) => viewer.hears(1)))
    const before = [received(plain), received(viewers[0]!.socket)] as const
    score(1, 7)
    await Promise.all(viewers.map((viewer) => viewer.hears(2)))
    await until(() => heard.length === 2)
    expect(viewers.map(({ heard: [, newest] }) => newest)).toEqual(viewers.map(() => JSON.parse(heard[1]!)))
    expect(received(plain) - before[0]).toBeGreaterThan(2_000)
    expect(received(viewers[0]!.socket) - before[1]).toBeLessThan(1_000)
    plain.terminate()
  })

  test('to a few it is sent as it is', async () => {
    const { watch, score } = await stage({ padding: 2_000 })
    const viewer = await watch()
    await viewer.hears(1)
    const before = received(viewer.socket)
    score(1, 7)
    await viewer.hears(2)
    expect(received(viewer.socket) - before).toBeGreaterThan(2_000)
  })

  test.each([
    ['permessage-deflate', 'permessage-deflate; server_no_context_takeover; client_no_context_takeover'],
    [
      'permessage-deflate; client_max_window_bits',
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover',
    ],
    ['permessage-deflate; server_max_window_bits=9', undefined],
    ['x-webkit-deflate-frame', undefined],
    ['a;;', undefined],
  ])('the offer %s is answered %s, and the viewer let in', async (offer, answer) => {
    const { address } = await stage()
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.write(handshake('/scoreboard/1/scores/websocket/', `Sec-WebSocket-Extensions: ${offer}`))
    const [head] = (await once(socket, 'data')) as [Buffer]
    expect(head.toString()).toContain('101 Switching Protocols')
    expect(/^sec-websocket-extensions: (.*)$/im.exec(head.toString())?.[1]).toBe(answer)
    socket.destroy()
  })
})
