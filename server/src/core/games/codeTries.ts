import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../ground/http/caller'
import { countCall, WindowLimit } from '../../ground/http/limits'

const triesWithinMs = 3_600_000

/** Whose tries of codes are counted: a user's by id, a guest's by network. */
export type Guesser = { user: number } | { network: string }

export const guesserOf = ({ actor, caller }: FastifyRequest): Guesser =>
  actor.type === 'user' ? { user: actor.userId } : { network: networkOf(caller) }

/** Takes the same time for every code. */
export const isSameCode = (given: string, code: string): boolean =>
  given.length === code.length && timingSafeEqual(Buffer.from(given), Buffer.from(code))

/** How often within an hour somebody may guess the code of one thing. */
interface MostTries {
  ofUser: number
  ofNetwork: number
  /** wherever they are */
  ofAllGuests: number
}

/** Counts how often somebody guesses codes. */
export class CodeTries {
  private readonly users: WindowLimit
  private readonly networks: WindowLimit
  private readonly allGuests: WindowLimit

  constructor({ ofUser, ofNetwork, ofAllGuests }: MostTries) {
    this.users = new WindowLimit(ofUser, triesWithinMs)
    this.networks = new WindowLimit(ofNetwork, triesWithinMs)
    this.allGuests = new WindowLimit(ofAllGuests, triesWithinMs)
  }

  /** Counts a try for the code of `what` before it is compared, so that many at once are counted too. Throws 429. */
  count(what: string, guesser: Guesser): { forgive(): void } {
    if ('user' in guesser) {
      const trial = `${what} ${guesser.user}`
      countCall(this.users, trial)
      return { forgive: () => this.users.forget(trial) }
    }
    const trial = `${what} ${guesser.network}`
    countCall(this.networks, trial)
    countCall(this.allGuests, what)
    return {
      forgive: () => {
        this.networks.forget(trial)
        this.allGuests.giveBack(what)
      },
    }
  }
}
