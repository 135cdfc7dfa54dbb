import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { limitPipelining } from './beforeFramework'

let server: Server
let begun: { path: string; response: ServerResponse }[]
let socket: Socket
let said: string

beforeEach(async () => {
  begun = []
  said = ''
  server = createServer(({ url = '' }, response) => void begun.push({ path: url, response }))
  limitPipelining(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('data', (chunk: Buffer) => (said += chunk.toString())).on('error', () => {})
  await once(socket, 'connect')
})
afterEach(() => {
  socket.destroy()
  server.close()
})

const ask = (count: number) =>
  socket.write(Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate)
}

test('RUN-05 requests one behind the other are begun a few at a time, and answered in their order', async () => {
  ask(100)
  await until(() => begun.length === 8)
  await new Promise(setImmediate)
  expect(begun).toHaveLength(8)
  for (let done = 0; done < 100; done += 1) {
    await until(() => begun.length > done)
    expect(begun.length).toBeLessThanOrEqual(done + 8)
    begun[done]!.response.end(`[${begun[done]!.path}]`)
  }
  await until(() => said.includes('[/99]'))
  expect(said.match(/\[\/\d+\]/g)).toEqual(Array.from({ length: 100 }, (_, at) => `[/${at}]`))
})

test('RUN-05 a connection that goes on without reading an answer is closed', async () => {
  const closed = once(socket, 'close')
  ask(2_000)
  await closed
  expect(begun).toHaveLength(8)
})
