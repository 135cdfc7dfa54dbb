import type { BoardChanges } from '../boards/changes'
import { elapsed, schedule } from '../clock'
import type { Schedule } from '../clock'
import type { Games } from '../games/games.service'
import { forgetActor, onForgetActor } from '../http/auth'
import type { Bus, BusEvent } from './bus'

/** After so long, what was told of a gap in between is told as one. */
const gapsEveryMs = 1_000

interface Instance {
  games: Games
  /** reads all that it shows again */
  hub: { allChanged(): void }
  changes: BoardChanges
  onError: (error: unknown) => void
}

/**
 * Makes this process one of several on a database: it tells the others what it has committed, and whatever they tell, it
 * reads again. Answers a function that ends that and closes the bus.
 */
export function joinInstances(bus: Bus, { games, hub, changes, onError }: Instance): () => Promise<void> {
  const hints = new MachineHints((changed) => bus.publish({ type: 'machines', changes: changed }))

  const catchUp = () => {
    games.invalidateAll()
    hub.allChanged()
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

  const hear = (event: BusEvent) => {
    switch (event.type) {
      case 'machines':
        for (const [venueMachineId, isSettled] of event.changes) games.changedElsewhere(venueMachineId, isSettled)
        return
      case 'board':
        return changes.announce({ type: event.board, id: event.id, reason: event.reason }, 'elsewhere')
      case 'renamed':
        return void games.renamed(event.user, 'elsewhere').catch(onError)
      case 'revoked':
        return forgetActor(event.token === 'all' ? 'all' : Buffer.from(event.token, 'base64'), 'elsewhere')
      case 'gap':
        return catchUpSoon()
    }
  }

  const endings = [
    bus.subscribe(hear),
    games.onChange((venueMachineId, { isSettled, origin }) => {
      if (origin === 'here') hints.note(venueMachineId, isSettled)
    }),
    games.onRename((user, origin) => {
      if (origin === 'here') bus.publish({ type: 'renamed', user })
    }),
    changes.onBoardChange(({ type, id, reason }, origin) => {
      if (origin === 'here') bus.publish({ type: 'board', board: type, id, reason })
    }),
    onForgetActor((which, origin) => {
      if (origin === 'here') bus.publish({ type: 'revoked', token: which === 'all' ? which : which.toString('base64') })
    }),
  ]

  return async () => {
    for (const end of endings) end()
    clearTimeout(pause)
    hints.flush()
    await bus.close()
  }
}

/** The other side reads each machine that it shows no more often than that. */
const everyMs = 50
/** machines in one message: NATS takes up to 1 MB */
const mostAtOnce = 10_000

/** Gathers which machines have changed: told at once, and then at most 20 times a second, each machine once. */
export class MachineHints {
  private waiting = new Map<number, boolean>()
  private toldAt = Number.NEGATIVE_INFINITY
  private isScheduled = false

  constructor(
    private readonly tell: (changes: [venueMachineId: number, isSettled: boolean][]) => void,
    private readonly now = elapsed,
    private readonly later: Schedule = schedule,
  ) {}

  note(venueMachineId: number, isSettled: boolean): void {
    this.waiting.set(venueMachineId, isSettled || this.waiting.get(venueMachineId) === true)
    if (this.isScheduled) return
    this.isScheduled = true
    this.later(() => this.flush(), this.toldAt + everyMs - this.now())
  }

  /** Tells what waits. */
  flush(): void {
    this.isScheduled = false
    if (this.waiting.size === 0) return
    this.toldAt = this.now()
    const changes = [...this.waiting]
    this.waiting = new Map()
    for (let start = 0; start < changes.length; start += mostAtOnce) this.tell(changes.slice(start, start + mostAtOnce))
  }
}
