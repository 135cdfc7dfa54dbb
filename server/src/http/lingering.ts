import type { FastifyRequest } from 'fastify'

const lingerMs = 5_000
const lingerBytes = 16 * 1024 * 1024

/**
 * A body that is refused half way is read on for a while, so that its sender gets to read the refusal; a sender that
 * does not stop then loses its connection.
 */
export function closeAfterLingering({ raw }: FastifyRequest): void {
  if (raw.complete) return
  let bytes = 0
  const close = () => void raw.destroy()
  const timer = setTimeout(close, lingerMs).unref()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingerBytes) close()
  })
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => clearTimeout(timer))
}
