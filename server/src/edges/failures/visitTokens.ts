import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readOnce } from '../../ground/process/readOnce'

/** Pages stay open for weeks; what matters of a version is said of visits that began when it was tried. */
const lifeMs = 86_400_000

interface VisitTokensOptions {
  /** the key that all processes on one database sign with */
  readKey(): Promise<Buffer>
  now?(): number
}

/**
 * Tokens of visits: the server writes one into each page that it gives out, and takes reports with one only. So nobody
 * else's page can report through its visitors, and every report belongs to a visit.
 */
export class VisitTokens {
  private readonly now: () => number
  /** where it failed, the next page asks again */
  private readonly knownKey: () => Promise<Buffer>

  constructor({ readKey, now = Date.now }: VisitTokensOptions) {
    this.knownKey = readOnce(readKey)
    this.now = now
  }

  /** A token for one visit; undefined while there is no key, since a page is worth more than its reports. */
  async issue(): Promise<string | undefined> {
    const body = `${randomBytes(12).toString('base64url')}.${Math.floor(this.now() / 1000).toString(36)}`
    return this.knownKey().then(
      (key) => `${body}.${signature(key, body)}`,
      () => undefined,
    )
  }

  /** What names the visit of a token; undefined for one that we did not sign, and for one that is a day old. */
  async read(token: string): Promise<string | undefined> {
    const [id = '', issued = '', signed = ''] = token.split('.')
    const expected = Buffer.from(signature(await this.knownKey(), `${id}.${issued}`))
    const given = Buffer.from(signed)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return Number.parseInt(issued, 36) * 1000 + lifeMs > this.now() ? id : undefined
  }
}

const signature = (key: Buffer, body: string): string =>
  createHmac('sha256', key).update(body).digest('base64url').slice(0, 32)
