import { existsSync, readFileSync } from 'node:fs'
import { BridgeSignOn, BridgeState } from '@multiball/shared/schema'
import type { BridgeReport } from '@multiball/shared/schema'
import * as v from 'valibot'
import { isPage, movedTo } from '../sender'
import { writeWhole } from '../wholeFile'

export type FoundMachine = BridgeReport['machines'][number]

interface Kept {
  /** where the key is known */
  server: string
  key: string
  isSignedOn: boolean
  /** tokens of the machines that their owner accepted */
  accepted: Record<string, string>
}

export interface SignOnOptions {
  /** such as https://boards.example */
  server: string
  /** keeps the key, for this user alone */
  file: string
  /** what the owner reads in the dashboard */
  name: string
  log: (line: string) => void
  request?: typeof fetch
  /** resolves after so many ms, or when the signal aborts */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** ms since 1970 */
  now?: () => number
}

const timeoutMs = 15_000
const whileWaitingMs = 3_000
/** The owner is about to say which machine it is. */
const whileFoundMs = 5_000
const usuallyMs = 15_000

/** Another server does not know the key; a file that cannot be read has none. */
function readKept(file: string, server: string): Kept | undefined {
  if (!existsSync(file)) return undefined
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>
    if (kept.server !== server || typeof kept.key !== 'string') return undefined
    return { server, key: kept.key, isSignedOn: kept.isSignedOn === true, accepted: kept.accepted ?? {} }
  } catch {
    return undefined
  }
}

/** Signs a bridge on by a code that its owner types in the dashboard, says what it finds, and hears what is accepted. */
export class SignOn {
  private kept: Kept | undefined
  private codeUntil = 0
  private isAllAccepted = true
  private complaint = ''
  private wake = new AbortController()
  private readonly now: () => number
  private readonly server: string

  constructor(private readonly options: SignOnOptions) {
    this.now = options.now ?? Date.now
    this.server = new URL(options.server).origin
    this.kept = readKept(options.file, this.server)
  }

  /** The key of the venue, once the code was typed. */
  get key(): string | undefined {
    return this.kept?.isSignedOn ? this.kept.key : undefined
  }

  /** The tokens under which entries of accepted machines are posted, by the machine's id; those known before a restart at once. */
  get accepted(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.kept?.accepted ?? {}))
  }

  /** There is something new to say. */
  nudge(): void {
    this.wake.abort()
  }

  /** Says again and again what was found, until the signal aborts. Calls back whenever the server has answered. */
  async run(found: () => readonly FoundMachine[], onState: () => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.wake = new AbortController()
      if (await this.say(found(), signal)) onState()
      await this.options.pause(
        this.key === undefined ? whileWaitingMs : this.isAllAccepted ? usuallyMs : whileFoundMs,
        AbortSignal.any([signal, this.wake.signal]),
      )
    }
  }

  /** The key, once the code was typed; undefined when the signal aborts before. */
  async signedOn(signal: AbortSignal): Promise<string | undefined> {
    while (!signal.aborted && this.key === undefined) {
      await this.say([], signal)
      if (this.key === undefined) await this.options.pause(whileWaitingMs, signal)
    }
    return this.key
  }

  /** Whether the server has answered. */
  private async say(machines: readonly FoundMachine[], signal: AbortSignal): Promise<boolean> {
    try {
      if (!this.kept) return await this.askCode(signal)
      const answer = await this.ask('PUT', '/api/bridge/', { machines }, this.kept.key, signal)
      if (answer.status === 401) {
        if (this.kept.isSignedOn) this.options.log('The venue does not know this bridge any more.')
        this.keep(undefined)
        await this.askCode(signal)
        return true
      }
      const state = this.read(BridgeState, answer)
      if (!state) return false
      if (!state.venue) return this.now() < this.codeUntil || (await this.askCode(signal))
      const accepted = Object.fromEntries(
        state.machines.flatMap(({ id, token, venuemachine }) => (venuemachine ? [[id, token]] : [])),
      )
      this.isAllAccepted = state.machines.every(({ venuemachine }) => venuemachine)
      const { isSignedOn } = this.kept
      if (!isSignedOn || JSON.stringify(accepted) !== JSON.stringify(this.kept.accepted))
        this.keep({ ...this.kept, isSignedOn: true, accepted })
      if (!isSignedOn) this.options.log(`Signed on for ${state.venue.name}.`)
      return true
    } catch (error) {
      if (signal.aborted) return false
      const { cause } = error as { cause?: { code?: string } }
      this.complain(`Can’t reach the server (${cause?.code ?? (error as Error).message}).`)
      return false
    }
  }

  private async askCode(signal: AbortSignal): Promise<boolean> {
    const answer = await this.ask('POST', '/api/bridge/code/', { name: this.options.name }, this.kept?.key, signal)
    const pairing = this.read(BridgeSignOn, answer)
    if (!pairing) return false
    // A moment earlier than the server, so that no code is shown that cannot be typed any more.
    this.codeUntil = this.now() + pairing.expires_in * 1_000 - 30_000
    this.keep({ server: this.server, key: pairing.key, isSignedOn: false, accepted: {} })
    this.options.log(
      `Code: ${pairing.code}. Type it in the dashboard at ${this.server}/venues: More beside the venue, then Bridges.`,
    )
    return true
  }

  private async ask(
    method: 'PUT' | 'POST',
    path: string,
    body: object,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<{ status: number; headers: Headers; text: string }> {
    const { request = fetch } = this.options
    const answer = await request(new URL(path, this.server), {
      method,
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bridge ${key}` }) },
      body: JSON.stringify(body),
      // Followed, it would go without the key, as a GET perhaps.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** What the server answered; undefined, with a line in the log, where that is not what was asked for. */
  private read<Schema extends v.GenericSchema>(
    schema: Schema,
    { status, headers, text }: { status: number; headers: Headers; text: string },
  ): v.InferOutput<Schema> | undefined {
    const place = status >= 300 && status < 400 ? movedTo(headers, this.server) : undefined
    if (place !== undefined) {
      this.complain(`The server has moved to ${place}. Start the bridge with that address.`)
      return undefined
    }
    if (status < 300 && !isPage(text)) {
      const parsed = v.safeParse(schema, parseJson(text))
      if (parsed.success) {
        if (this.complaint) this.options.log('The server answers again.')
        this.complaint = ''
        return parsed.output
      }
    }
    this.complain(`The server answered ${status}: ${text.trim().slice(0, 200)}`)
    return undefined
  }

  private keep(kept: Kept | undefined) {
    this.kept = kept
    try {
      writeWhole(this.options.file, JSON.stringify(kept ?? {}))
    } catch (error) {
      this.complain(
        `${this.options.file} cannot be written (${(error as NodeJS.ErrnoException).code}). After a restart the bridge has to sign on again.`,
      )
    }
  }

  /** Once, however long it lasts. */
  private complain(complaint: string) {
    if (complaint !== this.complaint) this.options.log(complaint)
    this.complaint = complaint
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
