import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it was exported. */
interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  links?: { traceId: string }[]
}

interface Export {
  resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[]
}

/** For tests: a collector of traces that speaks OTLP over HTTP, in JSON, and keeps what it is sent. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Export
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Spans of a trace, by name, each with the name of its parent; undefined for a parent that is not ours. */
    trace: (traceId: string) => {
      const own = spans.filter((span) => span.traceId === traceId)
      const nameOf = (id: string | undefined) => own.find(({ spanId }) => spanId === id)?.name
      return own.map(({ name, parentSpanId }) => [name, nameOf(parentSpanId)] as const)
    },
    spans: spans as readonly CollectedSpan[],
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
