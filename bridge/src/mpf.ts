import { randomBytes } from 'node:crypto'
import type { BcpCommand } from './bcp'
import { entryOf } from './entry'
import type { Session } from './entry'
import {
  applyCommand,
  connected,
  initial,
  modesOf,
  newGame,
  type MpfEvent,
  type MpfGame,
  type MpfState,
} from './mpfGame'
import type { Outbox } from './outbox'

interface MpfBridgeOptions {
  outbox: Outbox
  /** there is something new to send */
  onChange: () => void
  /** ms since 1970 */
  now?: () => number
}

/** between two writes of how a running game stands */
const keepEveryMs = 5_000

/** Turns what MPF tells into what the server is told. */
export class MpfBridge {
  private state: MpfState
  private connections = 0
  private keptAt = Number.NEGATIVE_INFINITY
  private readonly now: () => number

  constructor(private readonly options: MpfBridgeOptions) {
    this.now = options.now ?? Date.now
    const { session } = options.outbox
    // A game from before a restart: MPF first says whether it still goes on.
    this.state = session
      ? { ...initial, game: newGame(session.modesBefore ?? []), kept: session.players ?? [] }
      : initial
  }

  /** MPF is connected, perhaps not for the first time, and perhaps before its older connection has ended. */
  connected(): void {
    this.connections += 1
    this.state = connected(this.state)
  }

  /** A connection of MPF is over. */
  gone(): void {
    this.connections -= 1
  }

  /** Whether a game is being played; undefined while MPF is not connected, or has not listed its modes yet. */
  get isPlayed(): boolean | undefined {
    return this.connections > 0 && !this.state.isAsking ? this.state.game !== undefined : undefined
  }

  /** Takes what MPF says. Returns the placeholders to ask it for, in this order. */
  take(command: BcpCommand): string[] {
    const [state, events] = applyCommand(this.state, command)
    this.state = state
    for (const event of events) this.tell(event)
    return events.flatMap((event) => (event.type === 'asked' ? event.placeholders : []))
  }

  private tell(event: MpfEvent) {
    const { outbox, onChange } = this.options
    switch (event.type) {
      case 'started':
        this.keptAt = Number.NEGATIVE_INFINITY
        outbox.session = {
          uuid: randomBytes(16).toString('hex'),
          startedAt: this.now(),
          sequence: 0,
          modesBefore: this.state.game?.modesBefore,
        }
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
      case 'asked':
        return
    }
    onChange()
  }

  private put(game: MpfGame, isActive: boolean) {
    const { outbox } = this.options
    const { session } = outbox
    if (!session) return
    this.count(session)
    outbox.put({ type: 'entry', body: entryOf(session, game, modesOf(this.state), isActive, this.now()) })
    if (isActive && !this.state.doubt && Math.abs(this.now() - this.keptAt) >= keepEveryMs) this.keep(session, game)
  }

  /** Whether a game that runs after a restart is this one is seen by how it stood. */
  private keep(session: Session, { players }: MpfGame) {
    this.keptAt = this.now()
    this.options.outbox.session = { ...session, players }
  }

  /** Taken from the clock, so that it keeps rising after a restart, whatever was on disk. */
  private count(session: Session) {
    session.sequence = Math.max(session.sequence + 1, this.now() - session.startedAt)
  }
}
