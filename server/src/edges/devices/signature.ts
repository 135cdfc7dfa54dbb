import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** DER of a P-256 public key up to its point (RFC 5480). */
const spkiHead = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
const compressedHead = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')
const rawSignatureBytes = 64

const keyFromSpki = (der: Buffer) => createPublicKey({ key: der, format: 'der', type: 'spki' })

function spkiOf(bytes: Buffer): Buffer {
  if (bytes.length === 65 && bytes[0] === 4) return Buffer.concat([spkiHead, bytes])
  if (bytes.length === 64) return Buffer.concat([spkiHead, Buffer.of(4), bytes])
  if (bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3)) return Buffer.concat([compressedHead, bytes])
  return bytes
}

/**
 * A P-256 public key from hex: the point with its 04 (65 bytes), without it (64), compressed (33), or the whole key as
 * SPKI DER. Answers the uncompressed point, 65 bytes; undefined when it is no such key.
 */
export function readPublicKey(hex: string): Buffer | undefined {
  const text = hex.replace(/^0x/i, '')
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  try {
    const key = keyFromSpki(spkiOf(Buffer.from(text, 'hex')))
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
    const { x = '', y = '' } = key.export({ format: 'jwk' })
    return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  } catch {
    return undefined
  }
}

/** What a device signs: the 16 bytes of its uuid and the timestamp's ASCII. */
export const signedBytes = (uuid: string, timestamp: string): Buffer =>
  Buffer.concat([Buffer.from(uuid.replaceAll('-', ''), 'hex'), Buffer.from(timestamp, 'ascii')])

/**
 * Whether this is the maker's ECDSA signature (SHA-256) of a device's uuid and timestamp.
 * @param point uncompressed, 65 bytes
 * @param sign hex of raw r‖s or of DER
 */
export function isSignedBy(
  point: Buffer,
  { uuid, timestamp, sign }: { uuid: string; timestamp: string; sign: string },
): boolean {
  const signature = Buffer.from(sign, 'hex')
  const key: KeyObject = keyFromSpki(Buffer.concat([spkiHead, point]))
  const data = signedBytes(uuid, timestamp)
  const isValid = (dsaEncoding: 'ieee-p1363' | 'der') => verify('sha256', data, { key, dsaEncoding }, signature)
  // 64 bytes are nearly always raw; a short DER signature can be as long.
  return (signature.length === rawSignatureBytes && isValid('ieee-p1363')) || isValid('der')
}
