import { createServer } from 'node:http'
import pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import { answerToPost } from '../live/message'
import { boardIn, sameService, storeIn, tableOf } from './sameService'

/* A peer of plain Node: node:http, pg and ws. nodeServer.ts PORT DATABASE_URL BOARDS_FILE */

const [port, connectionString, boardsFile = ''] = process.argv.slice(2)
const database = new pg.Client({ connectionString })
await database.connect()
await database.query(tableOf('fleet_node'))

const watching = new Map<number, Set<WebSocket>>()
const service = sameService(
  boardsFile,
  (rows) => database.query({ name: 'store', text: storeIn('fleet_node'), values: [rows] }),
  (board, text) => {
    for (const socket of watching.get(board) ?? []) socket.send(text)
  },
)

const server = createServer((request, response) => {
  const answer = (status: number) => {
    response.statusCode = status
    response.setHeader('content-type', 'application/json').end(answerToPost)
  }
  if (request.method !== 'POST') return answer(200)
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (body += text))
  request.on('end', () => void service.post(request.headers.authorization, body).then(answer, () => answer(503)))
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, { url }) => {
  const board = boardIn(url)
  const others = watching.get(board) ?? new Set()
  watching.set(board, others.add(socket))
  socket.on('message', () => socket.send(service.stateOf(board)))
  socket.on('close', () => others.delete(socket))
})
server.listen(Number(port), '127.0.0.1')
