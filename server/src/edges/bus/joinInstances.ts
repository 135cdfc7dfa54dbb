import type { BoardChanges } from '../../core/boards/changes'
import type { OtherProcesses, PostedFeeds } from '../../core/boards/feeds/postedFeeds'
import { elapsed, schedule } from '../../ground/process/clock'
import type { Schedule } from '../../ground/process/clock'
import type { Games, MachineChange } from '../../core/games/games.service'
import type { MachineSubscriptions } from '../../core/games/liveMachines'
import { forgetActor, onForgetActor } from '../../ground/http/auth'
import type { TraceContext, Traces } from '../../ground/tracing/traces'
import { feedTopic, machineTopic, noBus, sentState } from './bus'
import type { Bus, BusEvent } from './bus'

/** After so long, what was told of a gap in between is told as one. */
const gapsEveryMs = 1_000

interface Instance {
  games: Games
  /** reads all that it shows again */
  hub: { allChanged(): void }
  changes: BoardChanges
  feeds: Pick<PostedFeeds, 'keep' | 'forgetAll'>
  /** by the SHA-256 of their tokens */
  tvs: {
    onChange(listener: (token: Buffer) => void): () => void
    changedElsewhere(token: Buffer): void
    anyChangedElsewhere(): void
  }
  traces?: Pick<Traces, 'current' | 'headerFor' | 'continueFrom'>
  onError: (error: unknown) => void
}

/**
 * Makes this process one of several on a database: it tells the others what it has committed, and whatever they tell, it
 * reads again. Answers a function that ends that and closes the bus. One that is alone tells nobody.
 */
export function joinInstances(
  bus: Bus,
  { games, hub, changes, feeds, tvs, traces, onError }: Instance,
): () => Promise<void> {
  // Each post would wake the process a second time, to tell nobody.
  if (bus === noBus) return () => bus.close()
  const news = new MachineNews((changed) => {
    const again: [venueMachineId: number, isSettled: boolean][] = []
    const settled: number[] = []
    for (const [id, { isSettled, isState, trace }] of changed) {
      const game = isState ? games.committed(id) : undefined
      // One that has left the memory since is read by whoever needs it.
      if (!game) again.push([id, isSettled])
      else {
        bus.publish(
          {
            type: 'game',
            machine: id,
            id: game.id,
            state: sentState(game.state),
            ...(trace && { traceparent: traces?.headerFor(trace) }),
          },
          machineTopic(id),
        )
        if (isSettled) settled.push(id)
      }
    }
    for (const changes of inParts(again)) bus.publish({ type: 'machines', changes })
    for (const machines of inParts(settled)) bus.publish({ type: 'settled', machines })
  })

  const catchUp = () => {
    games.invalidateAll()
    feeds.forgetAll()
    hub.allChanged()
    tvs.anyChangedElsewhere()
    forgetActor('all', 'elsewhere')
  }
  let pause: NodeJS.Timeout | undefined
  let isBehind = false
  const catchUpSoon = () => {
    isBehind = pause !== undefined
    if (isBehind) return
    catchUp()
    pause = setTimeout(() => {
      pause = undefined
      if (isBehind) catchUpSoon()
    }, gapsEveryMs).unref()
  }

  const takeGame = ({ machine, id, state, traceparent }: Extract<BusEvent, { type: 'game' }>) => {
    const take = () => games.committedElsewhere(machine, { id, state })
    if (traces) traces.continueFrom(traceparent, machine, take)
    else take()
  }

  const hear = (event: BusEvent) => {
    switch (event.type) {
      case 'game':
        return takeGame(event)
      case 'document': {
        const { board: type, id, name, document, sequence, postedAt } = event
        return feeds.keep({ type, id, name }, { document, sequence, posted_at: new Date(postedAt) })
      }
      case 'settled':
        return games.settledElsewhere(event.machines)
      case 'machines':
        for (const [venueMachineId, isSettled] of event.changes) games.changedElsewhere(venueMachineId, isSettled)
        return
      case 'board':
        return changes.announce({ type: event.board, id: event.id, reason: event.reason }, 'elsewhere')
      case 'renamed':
        return void games.renamed(event.user, 'elsewhere').catch(onError)
      case 'revoked':
        return forgetActor(event.token === 'all' ? 'all' : Buffer.from(event.token, 'base64'), 'elsewhere')
      case 'tv':
        return tvs.changedElsewhere(Buffer.from(event.token, 'base64'))
      // For the monitor of the other servers (peerMonitor.ts).
      case 'here':
        return
      case 'gap':
        return catchUpSoon()
    }
  }

  const endings = [
    bus.subscribe(hear),
    games.onChange((venueMachineId, { origin, ...change }) => {
      if (origin === 'here') news.note(venueMachineId, { ...change, trace: traces?.current(venueMachineId) })
    }),
    games.onRename((user, origin) => {
      if (origin === 'here') bus.publish({ type: 'renamed', user })
    }),
    changes.onBoardChange(({ type, id, reason }, origin) => {
      if (origin === 'here') bus.publish({ type: 'board', board: type, id, reason })
    }),
    tvs.onChange((token) => bus.publish({ type: 'tv', token: token.toString('base64') })),
    onForgetActor((which, origin) => {
      if (origin === 'here') bus.publish({ type: 'revoked', token: which === 'all' ? which : which.toString('base64') })
    }),
  ]

  return async () => {
    for (const end of endings) end()
    clearTimeout(pause)
    news.flush()
    await bus.close()
  }
}

/** The other processes, as the games of machines need them. */
export const othersForMachines = (bus: Bus): MachineSubscriptions => ({
  subscribe: (id) => bus.follow(machineTopic(id)),
  unsubscribe: (id) => bus.unfollow(machineTopic(id)),
})

/** The other processes, as the feeds of programs need them. */
export const othersForFeeds = (bus: Bus): OtherProcesses => ({
  tell: ({ type, id, name }, { document, sequence, posted_at }) =>
    bus.publish(
      { type: 'document', board: type, id, name, document, sequence, postedAt: posted_at.getTime() },
      feedTopic({ type, id, name }),
    ),
  follow: (place) => bus.follow(feedTopic(place)),
  unfollow: (place) => bus.unfollow(feedTopic(place)),
})

/** Whoever shows a machine is told no more often than that. */
const everyMs = 50
/** machines in one message: NATS takes up to 1 MB */
const mostAtOnce = 10_000

const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / mostAtOnce) }, (_, part) =>
    items.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  )

/** What is known of a machine's changes since it was told last. */
interface News extends Pick<MachineChange, 'isSettled' | 'isState'> {
  /** of the first of them that is traced */
  trace?: TraceContext
}

/** Gathers which machines have changed: told at once, and then at most 20 times a second, each machine once. */
export class MachineNews {
  private waiting = new Map<number, News>()
  private toldAt = Number.NEGATIVE_INFINITY
  private isScheduled = false

  constructor(
    private readonly tell: (changes: ReadonlyMap<number, News>) => void,
    private readonly now = elapsed,
    private readonly later: Schedule = schedule,
  ) {}

  note(venueMachineId: number, { isSettled, isState, trace }: News): void {
    const before = this.waiting.get(venueMachineId)
    this.waiting.set(venueMachineId, {
      isSettled: isSettled || before?.isSettled === true,
      isState: isState && before?.isState !== false,
      trace: before?.trace ?? trace,
    })
    if (this.isScheduled) return
    this.isScheduled = true
    this.later(() => this.flush(), this.toldAt + everyMs - this.now())
  }

  /** Tells what waits. */
  flush(): void {
    this.isScheduled = false
    if (this.waiting.size === 0) return
    this.toldAt = this.now()
    const changes = this.waiting
    this.waiting = new Map()
    this.tell(changes)
  }
}
