import { once } from 'node:events'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { settle, stage } from '../testing/hubStage'

test.each(['/scoreboard/1/scores/websocket/?session=12', '/scoreboard/1/scores/websocket?session=12', '/scoreboard/1/scores/websocket'])('the address %s', async (path) => {
  const { open } = await stage()
  const viewer = await open(path)
  viewer.say({ type: 'GET_SCORES', name: 'scoreboard:1:scores' })
  await viewer.hears(1)
  expect(viewer.heard).toMatchObject([{ type: 'SCORES', data: [] }])
})

test.each(['/', '/scoreboard/1/scores', '/slideshow/1/scores/websocket/', '/tap-list/1/scores/websocket/', '/scoreboard/x/scores/websocket/'])('nothing is at %s', async (path) => {
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
    deaf.write('GET /scoreboard/1/scores/websocket/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n')
    await once(deaf, 'data')
    const ended = once(deaf, 'close')
    deaf.resume().on('error', () => {})
    expect(hub.viewerCount).toBe(2)
    for (let round = 0; round < 2; round += 1) {
      hub.tick((clock.now += 25_000))
      await settle()
    }
    await ended
    expect(hub.viewerCount).toBe(1)
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
