import { ApiError } from '@multiball/shared/client'
import type { BoardAddress, BoardMemory, LiveEnvironment } from '@multiball/shared/live'
import type { BootstrapOf, ScoresOf } from '@multiball/shared/schema'
import { FakeSocket } from './fakeSockets'

type Answer<Body> = Body | ApiError | 'hang'

/** A clock, a network and a document that do nothing by themselves. */
export class FakeEnvironment implements LiveEnvironment {
  /** what the next calls get; an ApiError is thrown, 'hang' is never answered */
  bootstrap: Answer<BootstrapOf> = 'hang'
  scores: Answer<ScoresOf> = 'hang'
  /** what the page kept from before, if it keeps anything */
  memory?: BoardMemory
  randomNumber = 0
  turn?: number
  readonly asked: { call: 'bootstrap' | 'scores'; at: number; signal: AbortSignal }[] = []
  readonly sockets: FakeSocket[] = []
  readonly logged: string[] = []
  readonly wakeListeners = new Set<() => void>()
  readonly #timers = new Map<number, { at: number; run: () => void }>()
  #now = 0
  #lastTimer = 0

  /** @param addressOf what a socket's address is, with a random number from 0 to below 1 */
  constructor(private readonly addressOf: (address: BoardAddress, random: number) => string = () => '') {}

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('No socket was opened')
    return socket
  }

  get timerCount() {
    return this.#timers.size
  }

  /** ms since the start of each request of this kind */
  timesAsked(call: 'bootstrap' | 'scores') {
    return this.asked.filter((request) => request.call === call).map(({ at }) => at)
  }

  now = () => this.#now
  random = () => this.randomNumber
  log = (text: string) => void this.logged.push(text)
  clearTimeout = (handle: unknown) => void this.#timers.delete(handle as number)

  setTimeout = (run: () => void, ms: number) => {
    this.#timers.set(++this.#lastTimer, { at: this.#now + ms, run })
    return this.#lastTimer
  }

  openSocket: LiveEnvironment['openSocket'] = (address) => {
    const socket = new FakeSocket(this.addressOf(address, this.randomNumber))
    this.sockets.push(socket)
    return socket
  }

  getBootstrap: LiveEnvironment['getBootstrap'] = (_address, signal) =>
    this.#answer('bootstrap', this.bootstrap, signal)
  getScores: LiveEnvironment['getScores'] = (_address, signal) => this.#answer('scores', this.scores, signal)

  onWake = (listener: () => void) => {
    this.wakeListeners.add(listener)
    return () => void this.wakeListeners.delete(listener)
  }

  async wake() {
    this.wakeListeners.forEach((listener) => listener())
    await this.settle()
  }

  /** Lets answers that are there arrive. */
  async settle() {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }

  /** Moves the clock, running what falls due in its order. */
  async pass(ms: number) {
    const until = this.#now + ms
    for (;;) {
      await this.settle()
      const [next] = [...this.#timers]
        .filter(([, { at }]) => at <= until)
        .sort(([, one], [, other]) => one.at - other.at)
      if (!next) break
      const [handle, { at, run }] = next
      this.#timers.delete(handle)
      this.#now = at
      run()
    }
    this.#now = until
    await this.settle()
  }

  async #answer<Body>(call: 'bootstrap' | 'scores', answer: Answer<Body>, signal: AbortSignal): Promise<Body> {
    this.asked.push({ call, at: this.#now, signal })
    if (answer === 'hang') return new Promise(() => {})
    if (answer instanceof ApiError) throw answer
    return answer
  }
}
