import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { fourPlayerEntry } from '../rig'
import { answerToPost, messageOf } from './message'

/*
 * A peer: a plain ws server that turns the state into text and sends it, once per client and post. It stores nothing.
 * plainServer.ts PORT [BROKEN], broken on purpose in one of these ways, which the bench must notice.
 */

type Message = ReturnType<typeof messageOf>
const [port, broken = ''] = process.argv.slice(2)
let before: Message | undefined

const broadcasts: Record<string, (clients: WebSocket[], message: Message) => void> = {
  '': (clients, message) => {
    for (const client of clients) client.send(JSON.stringify(message))
  },
  'forgets a viewer': ([, ...others], message) => broadcasts['']!(others, message),
  'sends the state before after the newest': (clients, message) => {
    broadcasts['']!(clients, message)
    if (before) broadcasts['']!(clients.slice(0, 1), before)
    before = message
  },
  'sends everything late': (clients, message) => void setTimeout(() => broadcasts['']!(clients, message), 100),
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    if (body !== '')
      broadcasts[broken]!([...sockets.clients], messageOf(JSON.parse(body) as ReturnType<typeof fourPlayerEntry>))
    response.setHeader('content-type', 'application/json').end(answerToPost)
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(Number(port), '127.0.0.1')
