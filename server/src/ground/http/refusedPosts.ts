import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from './caller'

/** A broken client repeats itself, perhaps many times a second: so often it is worth a line. */
const everyMs = 60_000
const mostCallers = 1_000
/** of all callers together, in so long */
const mostLines = 60

/** Whether machines make this call, or programs that post for boards. */
export const isOfProgram = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>) =>
  ['device', 'feed'].includes(routeOptions.config.operation?.actor ?? '')

/** Which machine a call came from, or which device that has none; nothing where its key says neither. */
function senderOf({ actor }: Pick<FastifyRequest, 'actor'>): { machine?: number; device?: number } {
  if (actor?.type === 'device-key') return { machine: actor.venueMachineId }
  if (actor?.type !== 'device') return {}
  return actor.venueMachineId === null ? { device: actor.deviceId } : { machine: actor.venueMachineId }
}

const isForAll = (status: number) => status === 503

/** What the log says of who is refused a post. What a server refuses to all counts as one caller's. */
export class RefusedPosts {
  /** by caller and status: when a line was written, and how many have had none since */
  private readonly told = new LRUCache<string, { at: number; more: number }>({ max: mostCallers })
  private span = { at: Number.NEGATIVE_INFINITY, lines: 0 }

  /** @param elapsed ms that only go on */
  constructor(private readonly elapsed: () => number) {}

  /** Whose call was refused, and how many of the same had no line of their own; undefined where none is due. */
  line(request: Pick<FastifyRequest, 'caller' | 'actor'>, status: number): Record<string, number> | undefined {
    const sender = senderOf(request)
    const caller = isForAll(status) ? 'all' : JSON.stringify([networkOf(request.caller), status, sender])
    const [before, now] = [this.told.get(caller), this.elapsed()]
    if (before && now < before.at + everyMs) {
      before.more += 1
      return undefined
    }
    if (now >= this.span.at + everyMs) this.span = { at: now, lines: 0 }
    if (this.span.lines >= mostLines) return undefined
    this.span.lines += 1
    this.told.set(caller, { at: now, more: 0 })
    return { ...sender, ...(before && before.more > 0 && { more: before.more }) }
  }
}
