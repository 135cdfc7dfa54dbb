import { randomBytes } from 'node:crypto'
import type { BcpCommand } from './bcp'
import { entryOf } from './entry'
import type { Session } from './entry'
import { applyCommand, initial, type MpfEvent, type MpfGame, type MpfState } from './mpfGame'
import type { Outbox } from './outbox'

export interface MpfBridgeOptions {
  outbox: Outbox
  /** there is something new to send */
  onChange: () => void
  /** ms since 1970 */
  now?: () => number
}

/** Turns what MPF tells into what the server is told. */
export class MpfBridge {
  private state: MpfState
  private readonly now: () => number

  constructor(private readonly options: MpfBridgeOptions) {
    this.now = options.now ?? Date.now
    // The game from before a restart: whether it still goes on, MPF says first.
    this.state = options.outbox.session ? { ...initial, game: { players: [], currentPlayer: null } } : initial
  }

  take(command: BcpCommand): void {
    const [state, events] = applyCommand(this.state, command)
    this.state = state
    for (const event of events) this.tell(event)
  }

  private tell(event: MpfEvent) {
    const { outbox, onChange } = this.options
    switch (event.type) {
      case 'started':
        outbox.session = { uuid: randomBytes(16).toString('hex'), startedAt: this.now(), sequence: 0 }
        break
      case 'changed':
        // Before anybody plays there is nothing to show.
        if (this.state.game && this.state.game.players.length > 0) this.put(this.state.game, true)
        break
      case 'settled':
        this.put(event.game, false)
        outbox.session = undefined
        break
      case 'lost':
        outbox.put({ type: 'interrupted' })
        outbox.session = undefined
        break
    }
    onChange()
  }

  private put(game: MpfGame, isActive: boolean) {
    const { outbox } = this.options
    const { session } = outbox
    if (!session) return
    this.count(session)
    outbox.put({ type: 'entry', body: entryOf(session, game, this.state.modes, isActive, this.now()) })
  }

  /** By the clock, so that it goes on rising after a restart, whatever of it was on disk. */
  private count(session: Session) {
    session.sequence = Math.max(session.sequence + 1, this.now() - session.startedAt)
  }
}
