import { createServer } from 'node:http'
import { Server } from 'socket.io'
import type { fourPlayerEntry } from '../rig'
import { answerToPost, messageOf } from '../live/message'

/* A peer: Socket.IO, which sends each post's state to everyone. It stores nothing. socketIoServer.ts PORT */

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    if (body !== '') sockets.emit('scores', messageOf(JSON.parse(body) as ReturnType<typeof fourPlayerEntry>))
    response.setHeader('content-type', 'application/json').end(answerToPost)
  })
})
const sockets = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
server.listen(Number(process.argv[2]), '127.0.0.1')
