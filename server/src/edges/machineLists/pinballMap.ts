import * as v from 'valibot'
import { countCall, WindowLimit } from '../../ground/http/limits'
import { invalid } from '../../ground/http/refusals'

const timeoutMs = 10_000
/** five hundred machines are a fifth of it */
const mostBytes = 512 * 1024
/** of this server, for all its users: Pinball Map refuses more than 180 */
const callsPerMinute = 60

/** What it knows of a location, or, with whatever status, why it knows nothing. */
const Answer = v.union([v.object({ machines: v.array(v.unknown()) }), v.object({ errors: v.unknown() })])

const refused = (sentence: string) => invalid({ location: [sentence] })

interface PinballMapOptions {
  /** such as https://pinballmap.com: nothing else is called */
  address: string
  /** told why it did not answer */
  onError(error: unknown): void
}

/** The public lists of machines of pinballmap.com. */
export class PinballMap {
  private readonly calls = new WindowLimit(callsPerMinute, 60_000)

  constructor(private readonly options: PinballMapOptions) {}

  /** The list of a location as it is answered, JSON with at least one machine. Throws 400 with a sentence for `location`, 429. */
  async listOf(location: number): Promise<string> {
    countCall(this.calls, '')
    const { text, answer } = await this.ask(`/api/v1/locations/${location}/machine_details.json`).catch(
      (cause: unknown) => {
        this.options.onError(new Error('Pinball Map did not answer with a list of machines', { cause }))
        throw refused('Pinball Map does not answer at the moment. Try again later, or use a list of your own.')
      },
    )
    if ('errors' in answer) throw refused(`Pinball Map has no location ${location}. Check the number.`)
    if (answer.machines.length === 0) throw refused(`Pinball Map lists no machines at location ${location}.`)
    return text
  }

  private async ask(path: string) {
    const response = await fetch(this.options.address + path, {
      headers: { accept: 'application/json' },
      // What it says comes from itself.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok || response.status === 404) {
      const text = await textWithin(response, mostBytes)
      return { text, answer: v.parse(Answer, JSON.parse(text)) }
    }
    await response.body?.cancel()
    throw new Error(`It answered ${response.status}.`)
  }
}

/** Throws for an answer that is larger, as soon as it is. */
async function textWithin(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > most) throw new Error(`It answered with more than ${most} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
