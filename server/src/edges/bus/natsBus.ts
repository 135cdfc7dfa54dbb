import { randomBytes } from 'node:crypto'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import type { Msg, NatsConnection, NodeConnectionOptions, Subscription } from '@nats-io/transport-node'
import * as v from 'valibot'
import { Listeners } from '../../ground/process/listeners'
import type { Tell } from '../../ground/process/tell'
import { BusEvent } from './bus'
import type { Bus, SentEvent } from './bus'

interface NatsBusOptions {
  /** nats://host:4222 or tls://host:4222, with user and password or a token before the host if the server asks for them; all servers of a cluster ask for the same */
  urls: readonly string[]
  /** takes that the connection is there, is not, or is lost */
  tell: Tell
  onError?: (error: unknown) => void
  /** ms between two attempts to connect */
  retryMs?: number
  /** ms between two gaps told to this process while there is no connection */
  blindMs?: number
  /** ms that a start waits for NATS at most */
  joinMs?: number
}

const subject = 'multiball.events'
const topicSubject = (topic: string) => `multiball.topics.${topic}`
const connectMs = 5_000
/** A connection that is silent for three of these is lost. */
const pingMs = 10_000
const closingMs = 1_000
const settlingMs = 1_000

const Envelope = v.pipe(v.string(), v.parseJson(), v.object({ from: v.string(), event: BusEvent }))

const hostOf = (url: string) => new URL(url).host

/** Without the scheme and the credentials before the hosts. */
export const natsHosts = (urls: readonly string[]): string => urls.map(hostOf).join(', ')

/** How to connect to the NATS of these addresses: to any of them, and to another one of the cluster when that is lost. */
export function natsOptions(urls: readonly string[]): NodeConnectionOptions {
  const { protocol, username, password } = new URL(urls[0]!)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: urls.map(hostOf),
    ...(pass ? { user, pass } : user ? { token: user } : {}),
    ...(protocol === 'tls:' && { tls: {} }),
    name: 'multiball',
    noEcho: true,
    timeout: connectMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
  }
}

/**
 * The bus over NATS. It reconnects for ever; without a connection this process works on alone. What may have been lost is
 * told as a gap, which makes a process read the database: to this one every few seconds without a connection and once when
 * it is back, to the others when it is back, if they missed anything.
 */
export class NatsBus implements Bus {
  private readonly from = randomBytes(8).toString('hex')
  private readonly listeners = new Listeners<[event: BusEvent]>((error) => this.report(error))
  /** by topic; without a subscription while there is no connection. `known` resolves once NATS knows of it. */
  private readonly followed = new Map<string, { subscription: Subscription | undefined; known: Promise<void> }>()
  /** one question to NATS for all topics that are followed in one turn */
  private asking: Promise<void> | undefined
  private readonly closing = new AbortController()
  private connection: NatsConnection | undefined
  private isConnected = false
  private hasKeptQuiet = false
  private blind: NodeJS.Timeout | undefined
  private settling: NodeJS.Timeout | undefined
  private readonly running: Promise<void>
  private readonly first = new AbortController()
  private sent = 0
  private heard = 0
  private gaps = 0

  constructor(private readonly options: NatsBusOptions) {
    this.running = this.run()
  }

  get figures(): Bus['figures'] {
    return { isConnected: this.isConnected, sent: this.sent, heard: this.heard, gaps: this.gaps }
  }

  publish(event: SentEvent, topic?: string): void {
    // A connection that is reconnecting would queue it, without limit.
    if (!this.connection || !this.isConnected) {
      this.hasKeptQuiet = true
      return
    }
    try {
      this.connection.publish(
        topic === undefined ? subject : topicSubject(topic),
        JSON.stringify({ from: this.from, event }),
      )
      this.sent += 1
    } catch (error) {
      this.hasKeptQuiet = true
      this.report(error)
    }
  }

  subscribe(listener: (event: BusEvent) => void): () => void {
    return this.listeners.add(listener)
  }

  follow(topic: string): Promise<void> {
    const before = this.followed.get(topic)
    if (before) return before.known
    const subscription = this.listenTo(topic)
    // Without a connection everything is read again once there is one.
    const known = this.isConnected ? (this.asking ??= this.ask()) : Promise.resolve()
    this.followed.set(topic, { subscription, known })
    return known
  }

  unfollow(topic: string): void {
    this.followed.get(topic)?.subscription?.unsubscribe()
    this.followed.delete(topic)
  }

  /** Others have said something that did not arrive: this process reads everything again. */
  mayHaveMissed(): void {
    this.tell({ type: 'gap' })
  }

  async joined(): Promise<void> {
    await wait(this.options.joinMs ?? 2_000, undefined, { signal: this.first.signal, ref: false }).catch(() => {})
  }

  /** Resolves once NATS knows what was subscribed to by the end of this turn, or cannot be asked. */
  private async ask() {
    await turn()
    // What is followed from here on is asked about on its own.
    this.asking = undefined
    await Promise.race([this.connection?.flush(), wait(closingMs)]).catch((error: unknown) => this.report(error))
  }

  private listenTo(topic: string): Subscription | undefined {
    if (!this.connection || this.connection.isClosed()) return undefined
    return this.connection.subscribe(topicSubject(topic), {
      callback: (error, message) => (error ? this.report(error) : this.hear(message)),
    })
  }

  async close(): Promise<void> {
    this.closing.abort()
    clearTimeout(this.settling)
    this.lookAround(false)
    // What was published last still goes out, unless nothing takes it.
    if (this.isConnected)
      await Promise.race([this.connection?.flush(), wait(closingMs)]).catch((error: unknown) => this.report(error))
    await this.connection?.close().catch(() => {})
    await Promise.race([this.running, wait(closingMs)])
  }

  private async run() {
    const { signal } = this.closing
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.use(await connect(natsOptions(this.options.urls)))
        attempt = 0
      } catch (error) {
        if (attempt === 1)
          this.options.tell(
            `NATS at ${this.address} cannot be used: ${error instanceof Error ? error.message : String(error)}. Scores of other instances come late until it can.`,
            'nats-away',
          )
      }
      this.lost()
      await wait(this.options.retryMs ?? 2_000, undefined, { signal }).catch(() => {})
    }
  }

  /** Resolves when the connection is closed for good. */
  private async use(connection: NatsConnection) {
    this.connection = connection
    try {
      for (const [topic, { known }] of this.followed)
        this.followed.set(topic, { subscription: this.listenTo(topic), known })
      connection.subscribe(subject, { callback: (error, message) => (error ? this.report(error) : this.hear(message)) })
      await this.found(connection)
      for await (const status of connection.status()) {
        if (status.type === 'disconnect') this.lost(true)
        if (status.type === 'reconnect') await this.found(connection)
        if (status.type === 'update') this.clusterChanged()
      }
    } finally {
      await connection.close().catch(() => {})
    }
  }

  private async found(connection: NatsConnection) {
    // Once NATS has answered, it knows the subscription: from here on nothing is lost.
    await connection.flush()
    if (this.closing.signal.aborted) return connection.close()
    this.isConnected = true
    this.first.abort()
    this.lookAround(false)
    this.options.tell(`Connected to NATS at ${connection.getServer()}.`, 'nats-connected')
    if (this.hasKeptQuiet) this.publish({ type: 'gap' })
    this.hasKeptQuiet = false
    this.tell({ type: 'gap' })
  }

  /** Servers of the cluster met or parted: between them something may have been lost, and may be until each knows what the other's clients follow. */
  private clusterChanged() {
    this.tell({ type: 'gap' })
    this.settling ??= setTimeout(() => {
      this.settling = undefined
      this.tell({ type: 'gap' })
    }, settlingMs).unref()
  }

  private lost(isNew = this.isConnected) {
    this.isConnected = false
    if (this.closing.signal.aborted) return
    // What was just published may not have arrived.
    this.hasKeptQuiet = true
    this.lookAround(true)
    if (isNew)
      this.options.tell(
        `The connection to NATS at ${this.address} is lost. Scores of other instances come late until it is back.`,
        'nats-away',
      )
  }

  private lookAround(isBlind: boolean) {
    if (!isBlind) {
      clearInterval(this.blind)
      this.blind = undefined
    } else this.blind ??= setInterval(() => this.tell({ type: 'gap' }), this.options.blindMs ?? 5_000).unref()
  }

  private hear(message: Msg) {
    const { success, output } = v.safeParse(Envelope, message.string())
    // Perhaps of another version: whatever it says, something has happened.
    if (!success) return this.tell({ type: 'gap' })
    if (output.from === this.from) return
    this.heard += 1
    this.tell(output.event)
  }

  private tell(event: BusEvent) {
    if (event.type === 'gap') this.gaps += 1
    this.listeners.tell(event)
  }

  private report(error: unknown) {
    this.options.onError?.(error)
  }

  private get address() {
    return natsHosts(this.options.urls)
  }
}
