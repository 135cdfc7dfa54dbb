import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a file is answered in place of the server: each looks like a success to anyone who does not look closely, or like nothing at all. */
export type Manner = 'html' | 'half' | 'throws' | 'hang' | 'reset' | 'byte'

/** The product behind an address of its own, where chosen files are answered wrongly. */
export interface FaultyProxy {
  url: string
  /** From now on, files whose path matches are answered in this manner. @returns ends it */
  breakFiles(files: RegExp, manner: Manner): () => void
  stop(): void
}

const page = '<!doctype html><title>Sign in to the network</title>'

function spoil(manner: Manner, answer: IncomingMessage, body: Buffer, response: ServerResponse) {
  const send = (type: string, bytes: string | Buffer) =>
    response
      .writeHead(200, {
        'content-type': type,
        'content-length': Buffer.byteLength(bytes),
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      })
      .end(bytes)
  const type = answer.headers['content-type'] ?? ''
  switch (manner) {
    case 'html':
      return send('text/html', page)
    case 'half':
      return send(type, body.subarray(0, body.length / 2))
    case 'throws':
      return send(type, 'throw new Error("not the published file")')
    case 'byte':
      // Of a WOFF2 file, a part of its version that nobody reads.
      body[27]! ^= 1
      return send(type, body)
    case 'reset':
      return response.destroy()
    case 'hang':
      // Never closed either, as where a connection dies without a word.
      return undefined
  }
}

export async function startFaultyProxy(productUrl: string): Promise<FaultyProxy> {
  let fault: { files: RegExp; manner: Manner } | undefined
  const { hostname, port: productPort } = new URL(productUrl)
  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request
    const spoilt = fault && fault.files.test(url) ? fault.manner : undefined
    const asked = http.request(
      {
        hostname,
        port: productPort,
        path: url,
        method,
        headers: spoilt ? { ...headers, 'accept-encoding': 'identity' } : headers,
      },
      (answer) => {
        if (!spoilt) return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => spoil(spoilt, answer, Buffer.concat(parts), response))
      },
    )
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    breakFiles(files, manner) {
      const mine = { files, manner }
      fault = mine
      return () => {
        if (fault === mine) fault = undefined
      }
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
