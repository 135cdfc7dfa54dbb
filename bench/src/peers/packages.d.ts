/* What the peers use of packages that are there only once a bench has run. */

declare module 'socket.io' {
  import type { Server as HttpServer } from 'node:http'

  export class Server {
    constructor(server: HttpServer, options: object)
    emit(event: string, message: unknown): void
  }
}

declare module 'react-countup' {
  import type { ReactNode } from 'react'

  export default function CountUp(props: {
    end: number
    duration: number
    separator: string
    preserveValue: boolean
  }): ReactNode
}
