import { once } from 'node:events'
import net from 'node:net'
import { dial } from './connection'

test('a bridge that is stopped waits no longer for an MPF that does not answer', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const stopping = new AbortController()
  const dialled = dial('127.0.0.1', port, stopping.signal)
  stopping.abort()
  await expect(dialled).rejects.toThrow('No longer wanted')
  const socket = await dial('127.0.0.1', port, new AbortController().signal)
  socket.destroy()
  server.close()
})
