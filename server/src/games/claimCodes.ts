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
 * The code of a game, by which players prove that they are at the machine. It is derived from the game and a key of this
 * database, so nothing else is stored and every process knows it.
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

/** Takes the same time for every code. */
const isSame = (given: string, code: string) => given.length === code.length && timingSafeEqual(Buffer.from(given), Buffer.from(code))

/** The codes of games, and how often somebody may guess them. */
export class ClaimCodes {
  private readonly tries = new WindowLimit(triesPerGame, triesWithinMs)
  private key: Promise<Buffer> | undefined

  constructor(private readonly db: Kysely<Tables>) {}

  async codeOf(game: CodedGame): Promise<string> {
    return claimCode(await this.signingKey(), game)
  }

  /**
   * The proof that a user's code gives: it holds for the game with that code, and for none without a code. It throws 429
   * after too many wrong codes of this user for this game.
   */
  async proofOf(userId: number, given: string | undefined): Promise<Proof> {
    if (given === undefined) return () => false
    const key = await this.signingKey()
    return (game) => {
      const trial = `${game.id} ${userId}`
      // Counted before the comparison, so that many tries at once are counted too.
      const waitMs = this.tries.take(trial)
      if (waitMs > 0) throw tooMany(waitMs / 1000)
      const isRight = isSame(given, claimCode(key, game))
      if (isRight) this.tries.forget(trial)
      return isRight
    }
  }

  private signingKey(): Promise<Buffer> {
    this.key ??= signingKey(this.db, 'claim codes').catch((error: unknown) => {
      this.key = undefined
      throw error
    })
    return this.key
  }
}
