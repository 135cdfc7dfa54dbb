import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { onUpgrade } from './beforeFramework'

let server: Server
let taken: string[]
let held: (() => void)[]
const clients: Socket[] = []

/** Says what it was asked, once the body is there; /held waits for the test. */
async function answer(request: IncomingMessage, response: ServerResponse) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const answered = `[${request.method} ${request.url} ${body.length > 20 ? body.length : body}]`
  const end = () => response.writeHead(200, { 'content-length': answered.length }).end(answered)
  if (request.url === '/held') held.push(end)
  else end()
}

beforeEach(async () => {
  taken = []
  held = []
  server = createServer((request, response) => void answer(request, response).catch(() => {}))
  onUpgrade(server, ({ url, headers }, socket) => {
    if (headers.upgrade !== 'websocket') return false
    taken.push(url!)
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    return true
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  server.close()
})

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`
const offer = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
]
const length = (bytes: number) => `Content-Length: ${bytes}`

/** A connection that is written to piece by piece. `said` is what was answered so far. */
async function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'connect')
  const said = () => text.match(/\[[^\]]*\]/g) ?? []
  return {
    socket,
    said,
    says: async (count: number) => {
      while (said().length < count) await once(socket, 'data')
      return said()
    },
  }
}

test.each<[string, string[], string[]]>([
  ['a question', [head('GET /a', ...offer)], ['[GET /a ]']],
  ['a body in the same packet', [head('POST /a', ...offer, length(5)) + 'hello'], ['[POST /a hello]']],
  ['a body that comes later', [head('POST /a', ...offer, length(5)), 'he', 'llo'], ['[POST /a hello]']],
  [
    'a body in chunks',
    [head('POST /a', ...offer, 'Transfer-Encoding: chunked') + '5\r\nhello\r\n0\r\n\r\n'],
    ['[POST /a hello]'],
  ],
  ['a large body', [head('POST /a', ...offer, length(200_000)) + 'x'.repeat(200_000)], ['[POST /a 200000]']],
  [
    'a header in pieces',
    ['POST /a HTTP/1.1\r\nHost: x\r\nConnection: Upgr', 'ade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r', '\nok'],
    ['[POST /a ok]'],
  ],
  [
    'one request behind the other',
    [head('GET /a', ...offer) + head('GET /b', ...offer) + head('GET /c')],
    ['[GET /a ]', '[GET /b ]', '[GET /c ]'],
  ],
  [
    'a plain request before it',
    [head('GET /a') + head('POST /b', ...offer, length(5)) + 'hello'],
    ['[GET /a ]', '[POST /b hello]'],
  ],
])('RUN-01 whoever offers another protocol is answered all the same: %s', async (_title, pieces, expected) => {
  const { socket, says } = await open()
  for (const piece of pieces) {
    socket.write(piece)
    await new Promise(setImmediate)
  }
  expect(await says(expected.length)).toEqual(expected)
  expect(taken).toEqual([])
})

test('RUN-05 of offers one behind the other each waits for a later turn: nobody else is held up until all are answered', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const begun: number[] = []
  server.on('request', () => void begun.push(turn))
  const { socket, says } = await open()
  socket.write(head('GET /a', ...offer).repeat(50))
  await says(50)
  isOver = true
  expect(new Set(begun).size).toBe(50)
})

test('an answer that is at work comes first', async () => {
  const { socket, says, said } = await open()
  socket.write(head('GET /held') + head('GET /b', ...offer))
  while (held.length === 0) await new Promise(setImmediate)
  expect(said()).toEqual([])
  held[0]!()
  expect(await says(2)).toEqual(['[GET /held ]', '[GET /b ]'])
})

test('a connection that is kept alive serves any number of such requests, and gathers nothing', async () => {
  const warnings: Error[] = []
  const warned = (warning: Error) => void warnings.push(warning)
  process.on('warning', warned)
  const { socket, says } = await open()
  for (let count = 1; count <= 40; count += 1) {
    socket.write(head(`POST /${count}`, ...offer, length(2)) + 'ok')
    expect((await says(count)).at(-1)).toBe(`[POST /${count} ok]`)
  }
  process.off('warning', warned)
  expect(warnings).toEqual([])
})

test('a client that goes away in the middle leaves nothing behind', async () => {
  const gone = new Promise<void>((resolve) =>
    server.once('connection', (connection: Socket) => connection.once('close', () => resolve())),
  )
  const { socket } = await open()
  socket.write(head('POST /a', ...offer, length(200_000)) + 'x'.repeat(1_000))
  await new Promise<void>((resolve) => server.once('request', () => resolve()))
  socket.resetAndDestroy()
  await gone
})

test('what is asked for and there is taken over', async () => {
  const { socket } = await open()
  socket.write(head('GET /a', 'Connection: Upgrade', 'Upgrade: websocket'))
  await once(socket, 'end')
  expect(taken).toEqual(['/a'])
})
