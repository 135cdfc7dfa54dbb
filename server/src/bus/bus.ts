import { BoardType } from '@multiball/shared/schema'
import * as v from 'valibot'

const Id = v.pipe(v.number(), v.safeInteger())

/** What processes on one database tell each other: hints that something was committed. What it is now, the database knows. */
export const BusEvent = v.variant('type', [
  /** these venue machines have new states; true beside those whose settled scores may differ */
  v.object({ type: v.literal('machines'), changes: v.array(v.tuple([Id, v.boolean()])) }),
  v.object({ type: v.literal('board'), board: BoardType, id: Id, reason: v.picklist(['updated', 'closed', 'deleted', 'posted', 'controlled']) }),
  /** a user was renamed */
  v.object({ type: v.literal('renamed'), user: Id }),
  /** a token or key opens something else now, or nothing: its SHA-256 in base64, or `all` */
  v.object({ type: v.literal('revoked'), token: v.string() }),
  /** events may have been lost: anything may have changed */
  v.object({ type: v.literal('gap') }),
])
export type BusEvent = v.InferOutput<typeof BusEvent>

/** Carries events between the processes that share a database. */
export interface Bus {
  /** Tells all other processes that can be reached. Never throws, never waits. */
  publish(event: BusEvent): void
  /** Calls the listener with what others tell. Answers a function that unsubscribes it. */
  subscribe(listener: (event: BusEvent) => void): () => void
  close(): Promise<void>
}

/** For a process that has its database to itself. */
export const noBus: Bus = { publish: () => {}, subscribe: () => () => {}, close: async () => {} }
