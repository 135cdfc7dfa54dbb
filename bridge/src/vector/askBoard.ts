import { mostBytes } from './packet'

const timeoutMs = 5_000

/** What a board answers, as JSON. Rejects when it does not answer, or not as a board. */
export async function askBoard(address: string, place: string, request = fetch): Promise<unknown> {
  const answer = await request(new URL(place, `http://${address}`), {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error(`${address} answered more than a board does`)
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString())
}
