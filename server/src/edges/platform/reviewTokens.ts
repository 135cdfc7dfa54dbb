import { createHmac, timingSafeEqual } from 'node:crypto'
import { Id, RemoteName, RemoteVersionName } from '@multiball/shared/schema'
import * as v from 'valibot'

/** What a link for reviewers says. */
interface SignedReview {
  id: number
  remote: string
  version: string
  expiresAt: Date
}

/** The id, the last second, the remote and its version, as they stand in a link. */
const Body = v.tuple([
  Id,
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8_640_000_000_000)),
  RemoteName,
  RemoteVersionName,
])

const signature = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest()

/** What stands in a link for reviewers: all that it says, and an HMAC-SHA-256 over it. */
export function signReview(key: Buffer, { id, remote, version, expiresAt }: SignedReview): string {
  const body = Buffer.from(JSON.stringify([id, Math.floor(expiresAt.getTime() / 1000), remote, version])).toString(
    'base64url',
  )
  return `${body}.${signature(key, body).toString('base64url')}`
}

/** What a link says, if it was signed with this key and has not expired. */
export function readReview(key: Buffer, link: string, nowMs: number): SignedReview | 'unknown' | 'expired' {
  const [body = '', signed = '', ...rest] = link.split('.')
  const given = Buffer.from(signed, 'base64url')
  const expected = signature(key, body)
  // Of several spellings of the same bytes only ours: a link that was touched is no link.
  if (
    rest.length > 0 ||
    given.length !== expected.length ||
    given.toString('base64url') !== signed ||
    !timingSafeEqual(given, expected)
  )
    return 'unknown'
  const said = v.safeParse(Body, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  if (!said.success) return 'unknown'
  const [id, seconds, remote, version] = said.output
  return seconds * 1000 > nowMs ? { id, remote, version, expiresAt: new Date(seconds * 1000) } : 'expired'
}
