import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerAtWork } from './ground/http/beforeFramework'

/** All connections to a server. Node ends those that it calls idle, but none that has not asked for anything yet, as browsers keep in reserve. */
export class Connections {
  private readonly open = new Set<Socket>()

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      if (this.open.has(socket)) return
      this.open.add(socket)
      socket.once('close', () => this.open.delete(socket))
    })
  }

  /** Resolves once what is being answered now has been. */
  async answered(): Promise<void> {
    const answers = [...this.open].flatMap((socket) => answerAtWork(socket) ?? [])
    await Promise.all(answers.map((answer) => new Promise((resolve) => answer.once('close', resolve))))
  }

  /** Ends those on which nothing is being answered. */
  endQuiet(): void {
    for (const socket of this.open) if (!answerAtWork(socket)) socket.destroy()
  }

  endAll(): void {
    for (const socket of this.open) socket.destroy()
  }
}
