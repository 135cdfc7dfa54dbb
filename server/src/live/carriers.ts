import { liveName } from '@multiball/shared/schema'
import type { BoardViewers } from './boardViewers'
import { closeCodes } from './closeCodes'
import { mostBoards, passengerOf } from './passenger'
import type { Viewer } from './viewer'
import { readCarrierMessage, unknownMessage } from './viewerMessages'

/** Sockets that carry several boards: which passengers get on, and which alight. */
export class Carriers {
  constructor(private readonly viewers: BoardViewers) {}

  /** Makes a socket one that carries several boards. */
  begin(viewer: Viewer): void {
    viewer.passengers = new Map()
    // Each board waits by itself for a socket that is full.
    viewer.connection.setMaxListeners(mostBoards + 16)
  }

  /** A board more, or one less. Answers whether a board was asked for. */
  hear(carrier: Viewer, passengers: Map<string, Viewer>, text: string | undefined): boolean {
    const message = readCarrierMessage(text)
    if (!message.success) {
      carrier.send(unknownMessage)
      return false
    }
    const { name } = message.output
    const known = passengers.get(name)
    if (message.output.type === 'LEAVE_SCORES') {
      if (known) this.alight(passengers, known)
      return false
    }
    if (!known && passengers.size >= mostBoards) {
      carrier.close(closeCodes.policy, 'Too many boards')
      return false
    }
    const passenger = known ?? passengerOf(carrier, name, (gone) => this.alight(passengers, gone))
    passengers.set(name, passenger)
    void this.viewers.joinAnew(passenger, message.output)
    return true
  }

  /** A socket is closed: all alight. */
  leave({ passengers }: Viewer): void {
    if (passengers) for (const passenger of passengers.values()) this.alight(passengers, passenger)
  }

  private alight(passengers: Map<string, Viewer>, passenger: Viewer) {
    const name = liveName(passenger.boardType, passenger.boardId)
    if (passengers.get(name) === passenger) passengers.delete(name)
    // It may still be on its way in.
    Object.defineProperty(passenger, 'readyState', { value: passenger.CLOSED })
    this.viewers.leave(passenger)
  }
}
