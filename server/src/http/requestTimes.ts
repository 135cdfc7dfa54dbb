import type { FastifyInstance } from 'fastify'
import { Distribution } from './readings'

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** How long requests take, by route and class of status. */
export class RequestTimes {
  private readonly times = new Map<string, Distribution>()

  /** Takes the time of every request of this app from now on. */
  observe(app: FastifyInstance): void {
    app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
      // Addresses that nobody has are one, or they would fill the memory.
      this.add(`${method} ${routeOptions.url ?? 'none'}`, reply.statusCode, reply.elapsedTime / 1000)
      done()
    })
  }

  /** @param route such as `GET /api/scoreboard/:id/scores/` */
  add(route: string, statusCode: number, seconds: number): void {
    const status = `${Math.floor(statusCode / 100)}xx`
    const key = `${route} ${status}`
    let spread = this.times.get(key)
    if (!spread) {
      spread = new Distribution('multiball_http_request_seconds', 'Time from a request to its answer', bounds, { route, status })
      this.times.set(key, spread)
    }
    spread.add(seconds)
  }

  read(): Distribution[] {
    return [...this.times.values()]
  }
}
