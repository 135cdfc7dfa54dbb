import { createPrivateKey, createSign, generateKeyPairSync } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { programOf } from '../../server/src/testing/programs'

const root = path.resolve(import.meta.dirname, '../..')

/** One recorded request of a real client. */
export interface Recorded {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** The recorded game of a real machine-side client, request by request, byte for byte. */
export function recordedGame(): Recorded[] {
  const text = readFileSync(path.join(root, 'e2e/fixtures/sdk-1.1.4-game.http.txt'), 'utf8')
  return text
    .split(/^### /m)
    .slice(1)
    .map((block) => {
      const [requestLine = '', ...rest] = block.split('\n')
      const [method = '', target = ''] = requestLine.trim().split(' ')
      const end = rest.findIndex((line) => line.trim() === '')
      const headers = Object.fromEntries(
        rest.slice(0, end).map((line) => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
        }),
      )
      const length = Number(headers['content-length'] ?? 0)
      // The length decides: blank lines belong to the recording, carriage returns to the body.
      return {
        method,
        path: target,
        headers,
        body: rest
          .slice(end + 1)
          .join('\n')
          .slice(0, length),
      }
    })
}

/** A maker's key pair; the public half is registered with the running product. */
export function registerMaker(name: string, environment: Record<string, string>) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-65).toString('hex')
  execFileSync(process.execPath, [...programOf('server/src/edges/devices/provider.cli.ts'), name, point], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
}

/** Hex of the raw signature over the uuid's 16 bytes and the timestamp's ASCII, as machine-side clients make it. */
export function signature(pem: string, uuid: string, timestamp: string): string {
  const signer = createSign('sha256')
  signer.update(Buffer.from(uuid.replaceAll('-', ''), 'hex')).update(timestamp)
  return signer.sign({ key: createPrivateKey(pem), dsaEncoding: 'ieee-p1363' }).toString('hex')
}
