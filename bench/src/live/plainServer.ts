import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/*
 * The peer: a plain ws server that turns the state into text and sends it, once per client and post. Its messages have
 * the shape and size of ours. It stores nothing.
 */

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { session_sequence: seq, current_p1_score: score } = JSON.parse(body) as { session_sequence: number; current_p1_score: number }
    const game = { id: 1, venuemachine_id: 1, scores: [{ position: 1, score, player: null }], current_player: 1, current_ball: 1, settled_on: null, game_modes: [] }
    for (const client of sockets.clients) {
      client.send(JSON.stringify({ type: 'SCORES', name: 'scoreboard:1:scores', data: [game], epoch: 'aaaaaaaaaaaaaaaa', seq }))
    }
    response.setHeader('content-type', 'application/json').end('{"scores":[{"position":1,"player":null}]}')
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
