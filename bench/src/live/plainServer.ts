import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import type { fourPlayerEntry } from '../stage'

/*
 * The peer: a plain ws server that turns the state into text and sends it, once per client and post. Its messages have
 * the shape and size of ours. It stores nothing.
 */

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const entry = JSON.parse(body) as ReturnType<typeof fourPlayerEntry>
    const { session_sequence: seq, game_modes, current_player, current_ball } = entry
    const scores = [entry.current_p1_score, entry.current_p2_score, entry.current_p3_score, entry.current_p4_score].map((score, slot) => ({ position: slot + 1, score, player: null }))
    const game = { id: 1, venuemachine_id: 1, scores, current_player, current_ball, settled_on: null, game_modes }
    for (const client of sockets.clients) {
      client.send(JSON.stringify({ type: 'SCORES', name: 'scoreboard:1:scores', data: [game], epoch: 'aaaaaaaaaaaaaaaa', seq }))
    }
    response.setHeader('content-type', 'application/json').end('{"scores":[{"position":1,"player":null}]}')
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
