import type { Message, Outbox } from './outbox'

interface SenderOptions {
  /** such as https://boards.example */
  server: string
  deviceKey: string
  /** what to do when the server does not know the key */
  whenUnknown?: string
  /** whether MPF says that a game is being played; undefined while it says nothing */
  isPlayed: () => boolean | undefined
  log: (line: string) => void
  /** takes a request to the server */
  request?: typeof fetch
  /** resolves after so many ms, or when the signal aborts */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

const timeoutMs = 15_000
const heartbeatMs = 10_000
const firstRetryMs = 1_000
const slowestRetryMs = 30_000

/** The origin that an answer leads to, such as https://boards.example; undefined where it leads nowhere. */
export function movedTo(headers: Headers, from: string): string | undefined {
  const location = headers.get('location') ?? ''
  return location !== '' && URL.canParse(location, from) ? new URL(location, from).origin : undefined
}

/** Multiball never answers with one: a proxy did, or the login of a network. */
export const isPage = (text: string): boolean => /^\s*</.test(text)

/** What became of a message: `refused` will never be taken. */
type Outcome = 'taken' | 'refused' | 'later'

/** Sends what is waiting, in order and one at a time, for as long as it takes; with nothing to send, signs of life. */
export class Sender {
  private readonly stopping = new AbortController()
  private wake = new AbortController()
  // One for each request: whatever is made of a signal that lasts as long as the bridge is never forgotten.
  private attempt = new AbortController()
  private retryMs = firstRetryMs
  private complaint = ''
  /** a request was accepted: the key is right */
  private hasKey = false
  private running: Promise<void> | undefined

  constructor(
    private readonly outbox: Outbox,
    private readonly options: SenderOptions,
  ) {}

  start(): void {
    this.running ??= this.run()
  }

  /** There is something to send. */
  nudge(): void {
    this.wake.abort()
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.attempt.abort()
    this.nudge()
    await this.running
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      const message = this.outbox.next()
      const outcome = message ? await this.send(message) : await this.beat()
      if (message && outcome === 'later') this.outbox.kept(message)
      else if (message) this.outbox.sent(message)
      if (outcome === 'later') await this.rest(this.nextRetryMs(), signal)
      else if (this.outbox.isEmpty) await this.idle(signal)
    }
  }

  private nextRetryMs(): number {
    const ms = this.retryMs
    this.retryMs = Math.min(slowestRetryMs, ms * 2)
    return ms
  }

  private rest(ms: number, signal: AbortSignal): Promise<void> {
    return this.options.pause(ms, signal)
  }

  /** Waits until there is something to send, or it is time for a sign of life. */
  private async idle(stopping: AbortSignal) {
    if (stopping.aborted) return
    this.wake = new AbortController()
    await this.rest(heartbeatMs, this.wake.signal)
  }

  private send(message: Message): Promise<Outcome> {
    return message.type === 'entry' ? this.post('/api/entry/', message.body) : this.post('/api/installed/', {})
  }

  /** "No game" settles the server's game as successful, so it is said only when MPF says so and nothing waits. */
  private async beat(): Promise<Outcome> {
    const isPlayed = this.options.isPlayed()
    if (isPlayed !== undefined) return this.post(`/api/heartbeat/?session_active=${isPlayed}`, {})
    // The server ends a game after five silent minutes, also one that this queue does not know: one try of the key is enough.
    if (this.outbox.session !== undefined || this.hasKey) return 'taken'
    return this.post('/api/heartbeat/', {})
  }

  private async post(path: string, body: object): Promise<Outcome> {
    const { server, deviceKey, request = fetch } = this.options
    this.attempt = new AbortController()
    try {
      const answer = await request(new URL(path, server), {
        method: 'POST',
        headers: { authorization: `Token ${deviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // Followed, it would go without the key, as a GET perhaps.
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.attempt.signal]),
      })
      return this.judge(answer, await answer.text())
    } catch (error) {
      if (this.stopping.signal.aborted) return 'later'
      const { cause } = error as { cause?: { code?: string } }
      this.complain(
        `Can’t reach the server (${cause?.code ?? (error as Error).message}). Scores are kept and will be sent when it is back.`,
      )
      return 'later'
    }
  }

  private judge({ status, headers }: Response, text: string): Outcome {
    if (status < 300 && !isPage(text)) {
      if (this.complaint) this.options.log('The server takes scores again.')
      this.complaint = ''
      this.hasKey = true
      this.retryMs = firstRetryMs
      return 'taken'
    }
    const place = status < 400 ? movedTo(headers, this.options.server) : undefined
    if (place !== undefined) {
      this.complain(`The server has moved to ${place}. Start the bridge with that address; scores wait.`)
      return 'later'
    }
    if (status < 500 && isPage(text)) {
      this.complain(
        `Not Multiball answered, but something in its way (${status}: ${text.trim().slice(0, 200)}). Scores are kept and will be sent when it can be reached.`,
      )
      return 'later'
    }
    if (status === 401 || status === 403) {
      this.complain(
        this.options.whenUnknown ??
          'The server does not know this device key. Make a new one for the machine and start the bridge with it; scores wait.',
      )
      return 'later'
    }
    if (status === 400 || status === 413) {
      this.options.log(`The server refused a state of the game (${status}: ${text.slice(0, 200)}); it is left out.`)
      return 'refused'
    }
    this.complain(`The server answered ${status}. Scores are kept and will be sent when it takes them.`)
    return 'later'
  }

  /** Once, however long it lasts. */
  private complain(complaint: string) {
    if (complaint !== this.complaint) this.options.log(complaint)
    this.complaint = complaint
  }
}
