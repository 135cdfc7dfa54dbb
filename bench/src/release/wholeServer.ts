import http, { type IncomingMessage } from 'node:http'

/* The server as it is, but that it does not hear which files a browser holds, so that it sends whole ones: what the bench must find out. */

type Emit = (this: http.Server, event: string, ...given: unknown[]) => boolean

const prototype = http.Server.prototype as unknown as { emit: Emit }
const { emit } = prototype
prototype.emit = function (event, ...given) {
  if (event === 'request') delete (given[0] as IncomingMessage).headers['available-dictionary']
  return emit.call(this, event, ...given)
}

await import('../../../server/src/main')
