import { createHmac, timingSafeEqual } from 'node:crypto'
import { claimCodeLength, tvCodeLetters } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import { signingKey } from '../database/signingKey'
import { tooMany } from '../http/refusals'
import { WindowLimit } from '../http/limits'
import type { CodedGame, Proof } from './claims'

/** Of 309 million codes. */
const triesPerGame = 10
const triesWithinMs = 3_600_000

/**
 * The code of a game, by which a player shows that he stands at the machine. It follows from the game and a key of this
 * database: nothing else is stored, and every process knows it.
 */
function claimCode(key: Buffer, { id, claims_removed: round }: CodedGame): string {
  let number = createHmac('sha256', key).update(`${id} ${round}`).digest().readUIntBE(0, 6)
  let code = ''
  for (let place = 0; place < claimCodeLength; place += 1) {
    code += tvCodeLetters[number % tvCodeLetters.length]
    number = Math.floor(number / tvCodeLetters.length)
  }
  return code
}

/** The comparison takes the same time for every code. */
const isSame = (given: string, code: string) => given.length === code.length && timingSafeEqual(Buffer.from(given), Buffer.from(code))

/** Codes of games, and how often they may be guessed. */
export class ClaimCodes {
  private readonly tries = new WindowLimit(triesPerGame, triesWithinMs)
  private key: Promise<Buffer> | undefined

  constructor(private readonly db: Kysely<Tables>) {}

  async codeOf(game: CodedGame): Promise<string> {
    return claimCode(await this.known(), game)
  }

  /**
   * Says of a game whether a user's code is the game's; without one it never is. It throws 429 after too many wrong ones of
   * this user for this game.
   */
  async proofOf(userId: number, given: string | undefined): Promise<Proof> {
    if (given === undefined) return () => false
    const signing = await this.known()
    return (game) => {
      const key = `${game.id} ${userId}`
      // It counts from the start: many at once are no way around it.
      const waitMs = this.tries.take(key)
      if (waitMs > 0) throw tooMany(waitMs / 1000)
      const isRight = isSame(given, claimCode(signing, game))
      if (isRight) this.tries.forget(key)
      return isRight
    }
  }

  private known(): Promise<Buffer> {
    this.key ??= signingKey(this.db, 'claim codes').catch((error: unknown) => {
      this.key = undefined
      throw error
    })
    return this.key
  }
}
