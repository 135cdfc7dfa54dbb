import * as v from 'valibot'
import { Listeners } from '../../ground/process/listeners'
import { BusEvent } from './bus'
import type { Bus, SentEvent } from './bus'

/*
 * The bus between the workers of one start command, without NATS. Each worker tells the primary, which hands every event on
 * to the others, and one with a topic to those that follow it. The primary never reads an event. What is told in one turn goes in
 * one message: a message between processes costs more than the events in it.
 */

/** An event as text, with its topic; undefined: for all. */
interface Told {
  event: string
  topic: string | undefined
}

/** From a worker to the primary. */
export type ToPrimary =
  | { type: 'publish'; events: Told[] }
  | { type: 'follow'; topic: string; question: number }
  | { type: 'unfollow'; topic: string }

/** From the primary to a worker. */
export type ToWorker = { type: 'events'; events: string[] } | { type: 'followed'; question: number }

/** Sends a message in order, and calls `done` once it is on its way, or cannot be. */
type Send<Message> = (message: Message, done: () => void) => void

const gap = JSON.stringify({ type: 'gap' } satisfies SentEvent)

/** Events that may wait for a process that takes none at the moment. */
const mostWaiting = 10_000

/** Sends events, those of a turn together; of those that are too many for a process that takes none, only that something is missing. */
class Outlet<Event> {
  private gathered: Event[] = []
  private waiting = 0
  private isMissingSome = false

  /** @param most events that may wait */
  constructor(
    private readonly send: (events: Event[], done: () => void) => void,
    private readonly gap: Event,
    private readonly most: number,
  ) {}

  put(event: Event): void {
    if (this.waiting >= this.most) return void (this.isMissingSome = true)
    this.waiting += 1
    if (this.gathered.push(event) === 1) queueMicrotask(() => this.flush())
  }

  /** Sends what was gathered. */
  flush(): void {
    const events = this.gathered
    if (events.length === 0) return
    this.gathered = []
    this.send(events, () => {
      this.waiting -= events.length
      if (this.waiting > 0 || !this.isMissingSome) return
      this.isMissingSome = false
      this.put(this.gap)
    })
  }
}

/** A worker's end of the bus. */
export class WorkersBus implements Bus {
  private readonly listeners: Listeners<[event: BusEvent]>
  private readonly followed = new Map<string, Promise<void>>()
  private readonly asked = new Map<number, () => void>()
  private readonly outlet: Outlet<Told>
  private questions = 0
  /** The primary is there as long as the worker is. */
  readonly figures: Bus['figures'] = { isConnected: true, sent: 0, heard: 0, gaps: 0 }

  /** @param onError takes what a listener throws */
  constructor(
    private readonly send: Send<ToPrimary>,
    onError: (error: unknown) => void = () => {},
    most = mostWaiting,
  ) {
    this.listeners = new Listeners(onError)
    this.outlet = new Outlet<Told>(
      (events, done) => send({ type: 'publish', events }, done),
      { event: gap, topic: undefined },
      most,
    )
  }

  publish(event: SentEvent, topic?: string): void {
    this.figures.sent += 1
    this.outlet.put({ event: JSON.stringify(event), topic })
  }

  subscribe(listener: (event: BusEvent) => void): () => void {
    return this.listeners.add(listener)
  }

  follow(topic: string): Promise<void> {
    const before = this.followed.get(topic)
    if (before) return before
    const question = (this.questions += 1)
    const known = new Promise<void>((resolve) => this.asked.set(question, resolve))
    this.followed.set(topic, known)
    this.send({ type: 'follow', topic, question }, () => {})
    return known
  }

  unfollow(topic: string): void {
    if (this.followed.delete(topic)) this.send({ type: 'unfollow', topic }, () => {})
  }

  /** The primary has heard of it before it starts. */
  async joined(): Promise<void> {}

  /** Takes what the primary sent. */
  hear(message: ToWorker): void {
    if (message.type === 'followed') {
      this.asked.get(message.question)?.()
      this.asked.delete(message.question)
      return
    }
    for (const event of message.events) this.tell(v.parse(BusEvent, JSON.parse(event)))
  }

  private tell(event: BusEvent) {
    this.figures.heard += 1
    if (event.type === 'gap') this.figures.gaps += 1
    this.listeners.tell(event)
  }

  async close(): Promise<void> {
    this.listeners.clear()
    this.outlet.flush()
    // What was published last is on its way when this is.
    await new Promise<void>((resolve) => this.send({ type: 'unfollow', topic: '' }, resolve))
  }
}

/** The primary's end: who follows what. */
export class Relay<Worker extends object> {
  private readonly outlets = new Map<Worker, Outlet<string>>()
  private readonly followers = new Map<string, Set<Worker>>()

  constructor(private readonly most = mostWaiting) {}

  /** From now on the worker hears events. Answers what takes its messages. */
  add(worker: Worker, send: Send<ToWorker>): (message: ToPrimary) => void {
    this.outlets.set(worker, new Outlet((events, done) => send({ type: 'events', events }, done), gap, this.most))
    return (message) => {
      switch (message.type) {
        case 'publish':
          for (const { event, topic } of message.events) {
            const reached = topic === undefined ? this.outlets.keys() : this.followers.get(topic)
            for (const other of reached ?? []) if (other !== worker) this.outlets.get(other)?.put(event)
          }
          return
        case 'follow': {
          const followers = this.followers.get(message.topic) ?? new Set()
          this.followers.set(message.topic, followers.add(worker))
          return send({ type: 'followed', question: message.question }, () => {})
        }
        case 'unfollow':
          return this.unfollow(message.topic, worker)
      }
    }
  }

  /** The worker is gone. What it had committed last it may have told nobody: the others read everything again. */
  remove(worker: Worker): void {
    this.outlets.delete(worker)
    for (const topic of [...this.followers.keys()]) this.unfollow(topic, worker)
    for (const outlet of this.outlets.values()) outlet.put(gap)
  }

  private unfollow(topic: string, worker: Worker) {
    const followers = this.followers.get(topic)
    followers?.delete(worker)
    if (followers?.size === 0) this.followers.delete(topic)
  }
}
