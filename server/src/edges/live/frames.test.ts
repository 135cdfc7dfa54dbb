import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer, type ServerOptions } from 'ws'
import { deflatedFrame, pingFrame, textFrame, writeFrame } from './frames'

/* The contract with ws: what we write past it is byte for byte what it would have written. */

/** A socket of a real server, its connection, and a real client. */
async function connected(perMessageDeflate: ServerOptions['perMessageDeflate'] = false) {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate })
  const opened = new Promise<{ socket: WebSocket; connection: Duplex }>((resolve) => {
    server.on('upgrade', (request, connection, head) =>
      sockets.handleUpgrade(request, connection, head, (socket) => resolve({ socket, connection })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const { socket, connection } = await opened
  await once(client, 'open')
  return {
    client,
    socket,
    connection,
    close: () => {
      client.terminate()
      socket.terminate()
      server.close()
    },
  }
}

const texts: [string, string][] = [
  ['short', '{"type":"UNKNOWN"}'],
  ['125 bytes, the last with a one-byte length', 'x'.repeat(125)],
  ['126 bytes', 'x'.repeat(126)],
  ['4 KB', 'x'.repeat(4096)],
  ['65,535 bytes, the last with a two-byte length', 'x'.repeat(65_535)],
  ['65,536 bytes', 'x'.repeat(65_536)],
  ['beyond ASCII', '{"name":"Zoë 🎱"}'],
]

test.each(texts)('the shared frame is what send() writes: %s', async (_title, text) => {
  const { client, socket, connection, close } = await connected()
  const raw = (client as unknown as { _socket: Socket })._socket
  const bytes = async (length: number, write: () => void) => {
    const chunks: Buffer[] = []
    const gather = (chunk: Buffer) => chunks.push(chunk)
    raw.on('data', gather)
    write()
    while (Buffer.concat(chunks).length < length) await new Promise((resolve) => setTimeout(resolve, 1))
    raw.off('data', gather)
    return Buffer.concat(chunks)
  }
  const frame = textFrame(text)
  const { length } = frame
  const sent = await bytes(length, () => socket.send(text))
  const shared = await bytes(length, () => writeFrame(connection, frame))
  expect(shared.equals(sent)).toBe(true)
  close()
})

test('a real client reads the messages as shared bytes, in order with those of ws', async () => {
  const { client, socket, connection, close } = await connected()
  const heard: string[] = []
  client.on('message', (data, isBinary) => heard.push(`${isBinary ? 'binary' : 'text'} ${data.toString()}`))
  const frame = textFrame('shared')
  writeFrame(connection, frame)
  socket.send('own')
  writeFrame(connection, frame)
  socket.close(1012)
  const [code] = (await once(client, 'close')) as [number]
  expect(heard).toEqual(['text shared', 'text own', 'text shared'])
  expect(code).toBe(1012)
  close()
})

test('a real client answers our ping', async () => {
  const { socket, connection, close } = await connected()
  const pong = once(socket, 'pong')
  writeFrame(connection, pingFrame)
  await pong
  close()
})

test('LIV-10 who agreed to compression reads compressed messages, each by itself', async () => {
  const { client, connection, close } = await connected({ serverNoContextTakeover: true })
  expect(client.extensions).toBe('permessage-deflate')
  const heard: string[] = []
  client.on('message', (data) => heard.push(data.toString()))
  const wanted = ['{"data":[]}', 'x'.repeat(200_000), texts.map(([, text]) => text).join(), '']
  for (const text of wanted) writeFrame(connection, deflatedFrame(text))
  while (heard.length < wanted.length) await once(client, 'message')
  expect(heard).toEqual(wanted)
  expect(deflatedFrame(wanted[1]!).length).toBeLessThan(1_000)
  close()
})
