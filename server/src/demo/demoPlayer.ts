import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { between, demoGame, eraOf } from './demoGame'
import type { DemoMoment, Random } from './demoGame'
import type { DemoEvent } from './demoEvent'
import { claimants } from './seedDemo'
import type { DemoStage } from './seedDemo'

interface DemoPlayerOptions {
  /** of the server's own API, without a slash at its end */
  baseUrl: string
  stage: Pick<DemoStage, 'machines' | 'playerIds'>
  /** makes a device key for a machine; undefined: somebody else plays there */
  makeKey(venueMachineId: number): Promise<string | undefined>
  /** lets a user claim a slot of the machine's newest game */
  claim(venueMachineId: number, position: number, userId: number): Promise<void>
  /** says of some machines who plays there next, and is told how they did */
  event?: Pick<DemoEvent, 'playersOn' | 'begins' | 'ends'>
  random?: Random
  newUuid?: () => string
  /** resolves after so many ms; rejects when the signal says stop */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  fetch?: typeof fetch
  onError?: (error: unknown) => void
}

type Machine = DemoStage['machines'][number]

const gameOverMs = 20_000
const retryMs = 2_000
const patienceMs = 10_000

/** Plays on the demo's machines as machines do: entries over HTTP, with a device key each. */
export class DemoPlayer {
  private readonly stopping = new AbortController()
  private readonly options: Required<Omit<DemoPlayerOptions, 'event'>> & Pick<DemoPlayerOptions, 'event'>
  private playing: Promise<unknown> = Promise.resolve()

  constructor(options: DemoPlayerOptions) {
    this.options = {
      random: Math.random,
      newUuid: randomUUID,
      wait: (ms, signal) => wait(ms, undefined, { signal, ref: false }),
      fetch: globalThis.fetch,
      onError: () => {},
      ...options,
    }
  }

  /** Starts a game on every machine, each somewhere in its middle: whoever looks now sees something happen. */
  start(): void {
    this.playing = Promise.all(this.options.stage.machines.map((machine) => this.playOn(machine)))
  }

  /** Stops in mid-game. Never throws. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.playing
  }

  private async playOn(machine: Machine) {
    const { makeKey, onError, random, event } = this.options
    try {
      const key = await makeKey(machine.venueMachineId)
      if (key === undefined) return
      for (let isFirst = true; ; isFirst = false) {
        const moments = [...demoGame(eraOf(machine.year), random, event?.playersOn(machine.venueMachineId))]
        if (!(await this.play(machine, key, isFirst ? fromTheMiddle(moments, random) : moments))) return
        await this.pause(gameOverMs)
      }
    } catch (error) {
      if (!this.stopping.signal.aborted) onError(error)
    }
  }

  /** False when the machine is not ours to play on any more. */
  private async play(machine: Machine, key: string, moments: readonly DemoMoment[]): Promise<boolean> {
    const { event, newUuid } = this.options
    const isOfEvent = event?.begins(machine.venueMachineId, moments[0]!.scores.length) === true
    const sessionUuid = newUuid()
    let elapsedMs = 0
    for (const [index, moment] of moments.entries()) {
      await this.pause(moment.afterMs)
      elapsedMs += moment.afterMs
      if (!(await this.post(key, entryOf(sessionUuid, index + 1, elapsedMs, moment)))) return false
      if (index === 0 && !isOfEvent) await this.claimSlots(machine, moment.scores.length)
    }
    if (isOfEvent) event.ends(machine.venueMachineId, moments.at(-1)!.scores)
    return true
  }

  /** Sends one entry until it is stored. False when the key opens nothing any more. */
  private async post(key: string, entry: object): Promise<boolean> {
    const { baseUrl, fetch, onError } = this.options
    for (;;) {
      try {
        const answer = await fetch(`${baseUrl}/api/entry/`, {
          method: 'POST',
          headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(entry),
          // Not the signal to stop: an entry on its way arrives, and no connection is left half used.
          signal: AbortSignal.timeout(patienceMs),
        })
        await answer.arrayBuffer()
        if (answer.ok) return true
        // The owner revoked the key, or removed the machine.
        if (answer.status === 401) return false
        // While the server refuses all posts it says so itself.
        if (answer.status !== 503) onError(new Error(`An entry of the demo was answered with ${answer.status}`))
      } catch (error) {
        onError(error)
      }
      await this.pause(retryMs)
    }
  }

  private async claimSlots({ venueMachineId }: Machine, slots: number) {
    const { stage, random, claim, onError } = this.options
    for (const [slot, userId] of claimants(stage.playerIds, slots, random).entries()) {
      if (userId !== undefined) await claim(venueMachineId, slot + 1, userId).catch(onError)
    }
  }

  private pause(ms: number) {
    return this.options.wait(ms, this.stopping.signal)
  }
}

/** The game as it is from some moment in its first half on, and at once. */
function fromTheMiddle(moments: readonly DemoMoment[], random: Random): DemoMoment[] {
  const [first, ...rest] = moments.slice(between(random, 0, Math.floor(moments.length / 2)))
  return [{ ...first!, afterMs: between(random, 0, 1_500) }, ...rest]
}

const entryOf = (sessionUuid: string, sequence: number, elapsedMs: number, moment: DemoMoment) => ({
  session_uuid: sessionUuid,
  session_sequence: sequence,
  session_time: elapsedMs,
  active: moment.isActive,
  current_player: moment.isActive ? moment.currentPlayer : -1,
  current_ball: moment.isActive ? moment.currentBall : -1,
  game_modes: moment.modes.join(';'),
  ...Object.fromEntries(moment.scores.map((score, slot) => [`current_p${slot + 1}_score`, score])),
})
