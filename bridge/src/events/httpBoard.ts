import { Overtaken, type FedBoard } from '@multiball/server/tournaments'
import type { PostedPlace } from '@multiball/shared/schema'
import { isPage, movedTo } from '../sender'

interface HttpBoardOptions {
  /** such as https://boards.example/api/board/eventboard/3/feed/event */
  address: string
  key: string
  request: typeof fetch
}

const timeoutMs = 15_000

/** An eventboard of a server, by its calls for programs, see docs/wire.md. */
export function httpBoard({ address, key, request }: HttpBoardOptions): FedBoard {
  const call = async (method: 'GET' | 'PUT', body?: string) => {
    try {
      const answer = await request(address, {
        method,
        redirect: 'manual',
        headers: { authorization: `Feed ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { answer, text: await answer.text() }
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } }
      throw new Error(
        `Can’t reach the server (${cause?.code ?? message}). The newest document will be sent when it is back.`,
        { cause: error },
      )
    }
  }

  return {
    async read() {
      const { answer, text } = await call('GET')
      if (!answer.ok || isPage(text)) throw new Error(sentenceFor(address, answer, text))
      return JSON.parse(text) as PostedPlace
    },
    async post(posted) {
      const { answer, text } = await call('PUT', JSON.stringify(posted))
      if (answer.ok && !isPage(text)) return
      if (answer.status === 409 && !isPage(text))
        throw new Overtaken((JSON.parse(text) as { sequence: number }).sequence)
      throw new Error(sentenceFor(address, answer, text))
    },
  }
}

function sentenceFor(address: string, { status, headers }: Response, text: string): string {
  // Followed, it would go without the key.
  const place = status < 400 ? movedTo(headers, address) : undefined
  if (place !== undefined)
    return `The server has moved to ${place}. Start the bridge with that address; the newest document waits.`
  if (status < 500 && isPage(text))
    return `Not Multiball answered, but something in its way (${status}: ${text.trim().slice(0, 200)}). The newest document waits.`
  // The server does not tell strangers which boards there are: one that does not exist is a 401, too.
  const [, board] = /\/eventboard\/(\d+)\//.exec(address) ?? []
  if (status === 401)
    return `${board === undefined ? 'This eventboard' : `Eventboard ${board}`} does not exist, or this is not its feed key. Check its id, which is in the address of its viewer, or make a new key in the list of eventboards and start the bridge with it.`
  if (status === 404) return 'There is no such eventboard. Its id is in the address of its viewer.'
  return `The server answered ${status}: ${text.slice(0, 200)}. The newest document waits.`
}
