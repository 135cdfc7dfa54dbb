import type { fourPlayerEntry } from '../rig'
import { answerToPost, messageOf } from './message'

/* A peer: Bun's own server, whose publish sends each post's state to everyone. It stores nothing. bunServer.ts PORT, run by bun. */

interface BunServer {
  upgrade(request: Request): boolean
  publish(topic: string, text: string): void
}

declare const Bun: {
  argv: string[]
  serve(options: {
    hostname: string
    port: number
    fetch(request: Request, server: BunServer): Promise<Response | undefined>
    websocket: { perMessageDeflate: boolean; open(socket: { subscribe(topic: string): void }): void; message(): void }
  }): void
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(Bun.argv[2]),
  async fetch(request, server) {
    if (server.upgrade(request)) return undefined
    if (request.method === 'POST')
      server.publish('scores', JSON.stringify(messageOf((await request.json()) as ReturnType<typeof fourPlayerEntry>)))
    return new Response(answerToPost, { headers: { 'content-type': 'application/json' } })
  },
  websocket: { perMessageDeflate: false, open: (socket) => socket.subscribe('scores'), message: () => {} },
})
