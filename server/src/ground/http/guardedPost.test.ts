import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { networkIn } from '../process/networks'
import { addressIn, guardedPost } from './guardedPost'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const own = [networkIn('127.0.0.1')]
const requests: string[] = []
beforeEach(() => void requests.splice(0))

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`)
    answer(request, response)
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const post = (url: string, options: Partial<Parameters<typeof guardedPost>[1]> = {}) =>
  guardedPost(new URL(url), {
    headers: { 'x-one': 'two' },
    body: '{"a":"ü"}',
    networks: own,
    signal: new AbortController().signal,
    ...options,
  })
const isPrivate = 'This address is inside a private network. The operator of this server can allow it.'

test('HOK-01 posts what it is given, and answers with status and text', async () => {
  let sent = ''
  const port = await listen(async (request, response) => {
    for await (const chunk of request) sent += String(chunk)
    response.writeHead(201, { 'retry-after': '7' }).end('th\0anks')
  })
  expect(await post(`http://127.0.0.1:${port}/hook?x=1`)).toEqual({ status: 201, text: 'thanks', retryAfter: 7 })
  expect([requests, sent]).toEqual([[`POST 127.0.0.1:${port}/hook?x=1`], '{"a":"ü"}'])
})

test.each([
  'https://127.0.0.1',
  'https://2130706433',
  'https://0x7f.1',
  'https://0',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://169.254.169.254',
  'https://localhost',
])('HOK-05 %s is refused before anything is sent', async (host) => {
  const port = await listen((_request, response) => response.end())
  await expect(post(`${host}:${port}/`, { networks: [] })).rejects.toThrow(isPrivate)
  expect(requests).toEqual([])
})

test('HOK-05 a name is looked up once, by the connection itself, and goes only to what is allowed of its addresses', async () => {
  const port = await listen((_request, response) => response.end('here'))
  const asked: string[] = []
  const answers = [['10.0.0.9', '127.0.0.1'], ['10.0.0.9']]
  const lookup: NonNullable<Parameters<typeof guardedPost>[1]['lookup']> = (name, _options, done) => {
    asked.push(name)
    done(
      null,
      answers.shift()!.map((address) => ({ address, family: 4 })),
    )
  }
  expect((await post(`http://rebind.example:${port}/`, { lookup })).text).toBe('here')
  await expect(post(`https://rebind.example:${port}/`, { lookup })).rejects.toThrow(isPrivate)
  expect(asked).toEqual(['rebind.example', 'rebind.example'])
  expect(requests).toHaveLength(1)
})

test('HOK-05 a redirect is an answer, and is not followed', async () => {
  const target = await listen((_request, response) => response.end())
  const port = await listen((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${target}/inside` }).end(),
  )
  expect((await post(`http://127.0.0.1:${port}/`)).status).toBe(307)
  expect(requests).toHaveLength(1)
})

test('HOK-08 of a long answer only the beginning is read, and the connection ends', async () => {
  let closed: Promise<unknown> | undefined
  const port = await listen((_request, response) => {
    closed = once(response, 'close')
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  expect((await post(`http://127.0.0.1:${port}/`)).text).toBe('x'.repeat(2_048))
  await closed
})

test('HOK-08 one that does not answer is left, and one that never ends counts as far as it came', async () => {
  const patience = new AbortController()
  const silent = await listen(() => patience.abort())
  await expect(post(`http://127.0.0.1:${silent}/`, { signal: patience.signal })).rejects.toThrow(/abort/i)

  const endless = new AbortController()
  const port = await listen((_request, response) => {
    response.writeHead(200)
    response.write('so far', () => setImmediate(() => endless.abort()))
  })
  // What was written before the end may or may not have been read by then.
  const outcome = await post(`http://127.0.0.1:${port}/`, { signal: endless.signal }).catch(({ name }: Error) => name)
  expect(['AbortError', { status: 200, text: 'so far', retryAfter: undefined }]).toContainEqual(outcome)
})

test('an address that a URL names without a look-up', () => {
  const addresses = ['https://example.com', 'https://[::1]:8', 'https://0x7f.1'].map((url) => addressIn(new URL(url)))
  expect(addresses).toEqual([undefined, '::1', '127.0.0.1'])
})
