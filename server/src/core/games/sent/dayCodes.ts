import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { signingKey } from '../../../ground/database/signingKey'
import { inWords } from '../../../ground/http/limits'
import { readOnce } from '../../../ground/process/readOnce'
import { CodeTries, isSameCode } from '../codeTries'
import type { Guesser } from '../codeTries'

const dayMs = 86_400_000
/** A day of codes begins at noon UTC: where most venues are, they are closed then. */
const noonMs = dayMs / 2
/** How long the code of the day before is good, too: an evening is longer than a day. */
const longerMs = dayMs / 2

const tooManyTries = 'Too many wrong codes came from here. Please ask the staff for the code, and try again in an hour.'

/** The codes of the day of venues, derived from a key of this database: nothing is stored, and every process knows them. */
export class DayCodes {
  private readonly tries = new CodeTries({ ofUser: 10, ofNetwork: 20, ofAllGuests: 200 })
  private readonly signingKey: () => Promise<Buffer>

  constructor(
    db: Kysely<Tables>,
    /** ms since 1970 */
    private readonly now: () => number = Date.now,
  ) {
    this.signingKey = readOnce(() => signingKey(db, 'codes of the day'))
  }

  /** The four digits that a venue shows, and when the next ones come. */
  async today(venueId: number): Promise<{ code: string; until: Date }> {
    const day = Math.floor((this.now() - noonMs) / dayMs)
    return { code: await this.codeOf(venueId, day), until: new Date((day + 1) * dayMs + noonMs) }
  }

  /** Whether these digits are good at a venue now. Throws 429 after too many that were not. */
  async isGood(venueId: number, given: string, guesser: Guesser): Promise<boolean> {
    const since = this.now() - noonMs
    const day = Math.floor(since / dayMs)
    const good = [await this.codeOf(venueId, day)]
    if (since % dayMs < longerMs) good.push(await this.codeOf(venueId, day - 1))
    const counted = await inWords(tooManyTries, () => this.tries.count(String(venueId), guesser))
    const isRight = good.some((code) => isSameCode(given, code))
    if (isRight) counted.forgive()
    return isRight
  }

  private async codeOf(venueId: number, day: number): Promise<string> {
    const number = createHmac('sha256', await this.signingKey())
      .update(`${venueId} ${day}`)
      .digest()
      .readUIntBE(0, 6)
    return String(number % 10_000).padStart(4, '0')
  }
}
