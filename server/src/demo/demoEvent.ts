import { setTimeout as wait } from 'node:timers/promises'
import type { ProposedPlayers } from '@multiball/shared/schema'
import { demoEntrants, demoTournament } from './cast'
import { between, eraOf } from './demoGame'
import type { Random } from './demoGame'
import type { DemoStage } from './seedDemo'

/*
 * A tournament on some of the demo's machines, posted for the demo's eventboard as any director's tool does it (docs/events.md):
 * whoever has waited longest is called to the next free machine, two to four at a time, and joins the line again afterwards.
 *
 *   drawn    | the machine's next game takes its players, whoever is first of the line
 *   playing  | from the game's first entry on; its result is what the machine says
 *   finished | the next match is drawn, unless this was one of the last results of the evening
 *
 * After so many results it is over; the podium stands for a while, and the next evening begins.
 */

type Machine = DemoStage['machines'][number]

interface Match {
  id: string
  machine: number
  players: string[]
  state: 'called' | 'playing' | 'finished'
  startedAt?: number
  order?: string[]
}

const [fewest, most] = [2, 4]
/** what each place is worth, by how many play */
const awards = [[1], [3, 1], [5, 3, 1], [7, 5, 3, 1]]
const resultsOfAnEvening = 32
const podiumMs = 3 * 60_000
/** finished matches that stay on the board */
const shownResults = 4
/** places are compared with those of so many results before */
const comparedResults = 6
const inQueue = 8

/** The tournament of an evening. Times are ms since 1970. */
export class DemoEvent {
  private evening = 0
  private matches: Match[] = []
  /** whose the newest game of a machine is, over or not */
  private readonly newest = new Map<number, Match>()
  private line: string[] = []
  private points = new Map<string, number>()
  private played = new Map<string, number>()
  private results = 0
  private placesBefore = new Map<string, number>()
  private finishedAt: number | undefined
  private nextId = 1

  constructor(
    private readonly machines: readonly Machine[],
    private readonly random: Random,
    private readonly now: () => number,
  ) {
    this.begin()
  }

  /** How many play the next game of a machine; undefined where it is not of the tournament. */
  playersOn(venueMachineId: number): number | undefined {
    return this.matchOn(venueMachineId)?.players.length
  }

  /** A game with so many players begins. True if it is a match's. */
  begins(venueMachineId: number, players: number): boolean {
    const match = this.matchOn(venueMachineId)
    if (match?.state !== 'called' || match.players.length !== players) {
      this.newest.delete(venueMachineId)
      return false
    }
    Object.assign(match, { state: 'playing', startedAt: this.now() })
    this.newest.set(venueMachineId, match)
    return true
  }

  /** A game is over with these scores, by slot. */
  ends(venueMachineId: number, scores: readonly number[]): void {
    const match = this.matchOn(venueMachineId)
    if (match?.state !== 'playing') return
    match.state = 'finished'
    match.order = match.players
      .map((player, slot) => ({ player, score: scores[slot] ?? 0 }))
      .sort((one, other) => other.score - one.score)
      .map(({ player }) => player)
    for (const [place, player] of match.order.entries()) {
      this.points.set(player, this.points.get(player)! + awards[match.order.length - 1]![place]!)
      this.played.set(player, this.played.get(player)! + 1)
      this.line.push(player)
    }
    this.results += 1
    if (this.results % comparedResults === 0) this.comparePlaces()
    if (!this.isClosing) this.draw(venueMachineId)
    else if (this.open.length === 0) {
      this.finishedAt = this.now()
      this.newest.clear()
    }
  }

  /** Begins the next evening once the podium has stood long enough. */
  tick(): void {
    // The clock may be set back.
    if (this.finishedAt !== undefined && Math.abs(this.now() - this.finishedAt) >= podiumMs) this.begin()
  }

  /** Body of the post that says all of it. */
  post(): { document: object; players: ProposedPlayers[]; over: boolean } {
    const isOver = this.finishedAt !== undefined
    const finished = this.matches.filter(({ state }) => state === 'finished').slice(-shownResults)
    return {
      over: isOver,
      players: [...this.newest].map(([venuemachine, { players, startedAt }]) => ({
        venuemachine,
        since: iso(startedAt!),
        players: players.map((id) => ({ name: demoEntrants[Number(id)]!, initials: '' })),
      })),
      document: {
        format: 'multiball-event/1',
        name: demoTournament,
        status: isOver ? 'finished' : 'playing',
        ...(!isOver && {
          round: { name: `Match ${Math.min(this.results + 1, resultsOfAnEvening)}`, of: resultsOfAnEvening },
        }),
        scoring: { by: 'points', awards },
        players: demoEntrants.map((name, at) => ({ id: String(at), name })),
        machines: this.machines.map(({ venueMachineId, name }) => ({
          id: String(venueMachineId),
          name,
          venuemachine: venueMachineId,
        })),
        matches: [...this.open, ...finished].map(({ id, state, machine, players, startedAt, order }) => ({
          id,
          state,
          machine: String(machine),
          players,
          ...(startedAt !== undefined && { started_at: iso(startedAt) }),
          ...(order && { order, points: players.map((player) => awards[players.length - 1]![order.indexOf(player)]!) }),
        })),
        standings: this.standings().map(({ player, place }) => ({
          player,
          place,
          points: this.points.get(player)!,
          played: this.played.get(player)!,
          place_before: this.placesBefore.get(player) ?? place,
        })),
        queues: isOver || this.isClosing ? [] : [{ players: this.line.slice(0, inQueue) }],
      },
    }
  }

  private get open() {
    return this.matches.filter(({ state }) => state !== 'finished')
  }

  /** The matches that are drawn are the last ones of the evening. */
  private get isClosing() {
    return this.results + this.open.length >= resultsOfAnEvening
  }

  private matchOn(venueMachineId: number): Match | undefined {
    return this.open.find(({ machine }) => machine === venueMachineId)
  }

  private begin() {
    this.evening += 1
    this.matches = []
    this.results = 0
    this.finishedAt = undefined
    this.line = demoEntrants
      .map((_, at) => String(at))
      .map((player) => ({ player, by: this.random() }))
      .sort((one, other) => one.by - other.by)
      .map(({ player }) => player)
    this.points = new Map(this.line.map((player) => [player, 0]))
    this.played = new Map(this.line.map((player) => [player, 0]))
    this.comparePlaces()
    for (const { venueMachineId } of this.machines) this.draw(venueMachineId)
  }

  private draw(machine: number) {
    const { year } = this.machines.find(({ venueMachineId }) => venueMachineId === machine)!
    const count = between(this.random, fewest, Math.min(most, eraOf(year).players))
    this.matches.push({
      id: `${this.evening}-${this.nextId}`,
      machine,
      players: this.line.splice(0, count),
      state: 'called',
    })
    this.nextId += 1
  }

  private standings(): { player: string; place: number }[] {
    const all = [...this.points].sort(([, one], [, other]) => other - one)
    return all.map(([player, points]) => ({ player, place: 1 + all.filter(([, other]) => other > points).length }))
  }

  private comparePlaces() {
    this.placesBefore = new Map(this.standings().map(({ player, place }) => [player, place]))
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

interface DemoEventPosterOptions {
  /** of the server's own API, without a slash at its end */
  baseUrl: string
  event: DemoEvent
  /** the key of the eventboard's feed; undefined while the demo has no eventboard, null when somebody else posts there */
  makeKey(): Promise<{ board: number; key: string } | null | undefined>
  /** resolves after so many ms; rejects when the signal says stop */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  now?: () => number
  fetch?: typeof fetch
  onError?: (error: unknown) => void
}

const lookEveryMs = 1_000
/** well below the two minutes after which an eventboard says that nothing is heard any more */
const repeatEveryMs = 45_000
const patienceMs = 10_000

/** Posts the tournament for the demo's eventboard when it has changed, and as a sign of life. Ends when its key opens nothing any more: the board is gone, or its owner posts for it. */
export class DemoEventPoster {
  private readonly stopping = new AbortController()
  private readonly options: Required<DemoEventPosterOptions>
  private posting: Promise<void> = Promise.resolve()

  constructor(options: DemoEventPosterOptions) {
    this.options = {
      wait: (ms, signal) => wait(ms, undefined, { signal, ref: false }),
      now: Date.now,
      fetch: globalThis.fetch,
      onError: () => {},
      ...options,
    }
  }

  start(): void {
    this.posting = this.run().catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.options.onError(error)
    })
  }

  /** Never throws. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.posting
  }

  private async run() {
    const { event, makeKey, wait: pause, now } = this.options
    let place: Awaited<ReturnType<typeof makeKey>>
    let last = { text: '', at: Number.NEGATIVE_INFINITY }
    let sequence = 0
    for (;;) {
      await pause(lookEveryMs, this.stopping.signal)
      event.tick()
      place ??= await makeKey()
      if (place === null) return
      const body = event.post()
      const text = JSON.stringify(body)
      if (!place || (text === last.text && Math.abs(now() - last.at) < repeatEveryMs)) continue
      sequence = Math.max(sequence + 1, now())
      const { status, sequence: overtakenBy = 0 } = await this.put(place, { sequence, ...body })
      if (status === 401 || status === 404) return
      // A clock that was ahead has left it.
      sequence = Math.max(sequence, overtakenBy)
      if (status === 200) last = { text, at: now() }
    }
  }

  /** Status of the answer, 0 where there was none, and the sequence that is there already where that is higher. */
  private async put(
    { board, key }: { board: number; key: string },
    body: object,
  ): Promise<{ status: number; sequence?: number }> {
    const { baseUrl, fetch, onError } = this.options
    try {
      const answer = await fetch(`${baseUrl}/api/board/eventboard/${board}/feed/event/`, {
        method: 'PUT',
        headers: { authorization: `Feed ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      const { status } = answer
      const text = await answer.text()
      if (status === 409) return { status, sequence: (JSON.parse(text) as { sequence: number }).sequence }
      if (!answer.ok && ![401, 404, 503].includes(status))
        onError(new Error(`The demo's tournament was answered with ${status} ${text.slice(0, 200)}`))
      return { status }
    } catch (error) {
      onError(error)
      return { status: 0 }
    }
  }
}
