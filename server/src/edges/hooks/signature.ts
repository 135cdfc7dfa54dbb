import { createHmac } from 'node:crypto'

/**
 * The header `Multiball-Signature`: when it was signed, in seconds since 1970, and for each secret the HMAC-SHA256 of that number, a
 * dot and the body, in hex: `t=1767225600,v1=…`. While secrets change there are two.
 */
export function signatureOf(body: string, secrets: readonly string[], now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
  return [`t=${seconds}`, ...signed.map((signature) => `v1=${signature}`)].join(',')
}
