import type { BoardStates } from './boardStates'
import type { LiveBoard } from './liveBoard'
import type { Pace } from './pace'
import type { Schedule } from './schedule'
import { sendShared } from './sharedFrame'
import { inSlices } from './slices'
import type { Viewer } from './viewer'

export interface PublisherOptions {
  /** ms that pass */
  elapsed: () => number
  schedule: Schedule
  pace: Pace
  onError: (error: unknown) => void
  /** told before a state goes out of which insiders see something else since a moment ago */
  onNewlyParted: (board: LiveBoard) => void
}

const slowestMs = 30_000
const retryMs = 1_000
const queuedBytes = 64 * 1024

/** Sends the newest states of boards to their viewers, in their pace. A state is made into bytes once, and each viewer costs one write. */
export class Publisher {
  /** those that do not take what they are sent */
  private readonly slow = new Set<Viewer>()
  private published = 0

  constructor(
    private readonly states: BoardStates,
    private readonly options: PublisherOptions,
  ) {}

  /** How many viewers are behind, and how many states went to viewers since the start. */
  get figures(): { slow: number; published: number } {
    return { slow: this.slow.size, published: this.published }
  }

  /** Brings a board up to date and sends its state, unless that is on its way or nobody watches. */
  publishSoon(board: LiveBoard): void {
    if (board.isPublishing || board.viewers.size === 0) return
    board.isPublishing = true
    const { schedule, elapsed, pace } = this.options
    schedule(() => void this.publish(board), board.publishedAt + pace(board.viewers.size, board.bytes) - elapsed())
  }

  /** The newest state for one viewer, unless it has it, or does not take what it was sent before. */
  deliver(viewer: Viewer, board: LiveBoard): void {
    const channel = board.channel(viewer.audience)
    if (viewer.seq >= channel.seq || viewer.behindSince > 0 || viewer.readyState !== viewer.OPEN) return
    if (viewer.connection.writableLength > queuedBytes) return this.fallBehind(viewer)
    viewer.seq = channel.seq
    sendShared(viewer, viewer.connection, channel.sharedMessage())
  }

  /** A viewer has left. */
  forget(viewer: Viewer): void {
    this.slow.delete(viewer)
  }

  /** Ends the sockets of those who have been behind for too long. */
  endSlow(now: number): void {
    for (const viewer of this.slow) if (now - viewer.behindSince >= slowestMs) viewer.terminate()
  }

  private async publish(board: LiveBoard) {
    const { elapsed, schedule, onError, onNewlyParted } = this.options
    board.publishedAt = elapsed()
    try {
      await this.states.refresh(board)
    } catch (error) {
      onError(error)
      if (board.viewers.size > 0) return schedule(() => void this.publish(board), retryMs)
    }
    if (board.isNewlyParted) {
      board.isNewlyParted = false
      onNewlyParted(board)
    }
    this.published += 1
    inSlices(board.viewers.values(), schedule, (viewer) => this.deliver(viewer, board), () => {
      board.isPublishing = false
      if (board.isStale) this.publishSoon(board)
    })
  }

  private fallBehind(viewer: Viewer) {
    viewer.behindSince = this.options.elapsed()
    this.slow.add(viewer)
    viewer.connection.once('drain', () => {
      viewer.behindSince = 0
      this.slow.delete(viewer)
      if (viewer.board) this.deliver(viewer, viewer.board)
    })
  }
}
