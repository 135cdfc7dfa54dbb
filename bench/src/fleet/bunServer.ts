import { answerToPost } from '../live/message'
import { boardIn, sameService, storeIn, tableOf } from './sameService'

/* A peer: Bun with its own HTTP, SQL and topics. bunServer.ts PORT DATABASE_URL BOARDS_FILE, run by bun. */

interface BunSocket {
  data: { board: number }
  subscribe(topic: string): void
  send(text: string): void
}

interface BunServer {
  upgrade(request: Request, given: Pick<BunSocket, 'data'>): boolean
  publish(topic: string, text: string): void
}

declare const Bun: {
  argv: string[]
  SQL: new (options: { url: string; max: number }) => { unsafe(text: string, values?: unknown[]): Promise<unknown> }
  serve(options: {
    hostname: string
    port: number
    fetch(request: Request, server: BunServer): Promise<Response | undefined>
    websocket: {
      perMessageDeflate: boolean
      open(socket: BunSocket): void
      message(socket: BunSocket): void
    }
  }): BunServer
}

const [port, url = '', boardsFile = ''] = Bun.argv.slice(2)
const database = new Bun.SQL({ url, max: 1 })
await database.unsafe(tableOf('fleet_bun'))
const service = sameService(
  boardsFile,
  (rows) => database.unsafe(storeIn('fleet_bun'), [rows]),
  (board, text) => server.publish(String(board), text),
)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  async fetch(request, { upgrade }) {
    const answer = (status: number) =>
      new Response(answerToPost, { status, headers: { 'content-type': 'application/json' } })
    if (request.method === 'POST')
      return answer(await service.post(request.headers.get('authorization'), await request.text()).catch(() => 503))
    return upgrade.call(server, request, { data: { board: boardIn(request.url) } }) ? undefined : answer(200)
  },
  websocket: {
    perMessageDeflate: false,
    open: (socket) => socket.subscribe(String(socket.data.board)),
    message: (socket) => socket.send(service.stateOf(socket.data.board)),
  },
})
