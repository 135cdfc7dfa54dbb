import { BoardType } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { GameState } from '../../core/games/gameRules'

const Id = v.pipe(v.number(), v.safeInteger())
const Whole = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,19}$/),
  v.transform((digits: string) => BigInt(digits)),
)
const Slot = v.nullable(v.number())

/** A GameState whose scores and sequence are texts. */
const SentState = v.object({
  sessionUuid: v.string(),
  generation: v.number(),
  sequence: Whole,
  startedAt: v.number(),
  updatedAt: v.number(),
  ending: v.optional(v.object({ settledAt: v.number(), isSuccessful: v.boolean() })),
  durationMs: v.nullable(v.number()),
  currentPlayer: Slot,
  currentBall: Slot,
  scores: v.array(v.nullable(Whole)),
  modes: v.array(v.string()),
})

const text = (value: bigint | null) => (value === null ? null : String(value))

/** A state as it goes over the bus. */
export const sentState = (state: GameState): v.InferInput<typeof SentState> => ({
  ...state,
  sequence: String(state.sequence),
  scores: state.scores.map(text),
})

/**
 * What processes on one database tell each other of what was committed. The newest game of a machine, and what a program
 * posted, come whole, to those who follow the topic; of everything else it is said that it changed, and the database knows
 * what it is now.
 */
export const BusEvent = v.variant('type', [
  /** on its topic: a machine's newest game; who plays it is as before. `traceparent` where the post is traced */
  v.object({ type: v.literal('game'), machine: Id, id: Id, state: SentState, traceparent: v.optional(v.string()) }),
  /** on its topic: what a program posted last */
  v.object({
    type: v.literal('document'),
    board: BoardType,
    id: Id,
    name: v.string(),
    document: v.unknown(),
    sequence: Id,
    postedAt: Id,
  }),
  /** these venue machines are to be read again; true beside those whose settled scores may differ */
  v.object({ type: v.literal('machines'), changes: v.array(v.tuple([Id, v.boolean()])) }),
  /** the settled scores of these venue machines may differ */
  v.object({ type: v.literal('settled'), machines: v.array(Id) }),
  v.object({
    type: v.literal('board'),
    board: BoardType,
    id: Id,
    reason: v.picklist(['updated', 'closed', 'deleted', 'posted', 'controlled']),
  }),
  /** a user was renamed */
  v.object({ type: v.literal('renamed'), user: Id }),
  /** a token or key opens something else now, or nothing: its SHA-256 in base64, or `all` */
  v.object({ type: v.literal('revoked'), token: v.string() }),
  /** what a TV is told is something else now: the SHA-256 of its token in base64 */
  v.object({ type: v.literal('tv'), token: v.string() }),
  /** on its topic, every few seconds: this process is at work */
  v.object({ type: v.literal('here'), process: v.string() }),
  /** events may have been lost: anything may have changed */
  v.object({ type: v.literal('gap') }),
])
export type BusEvent = v.InferOutput<typeof BusEvent>
export type SentEvent = v.InferInput<typeof BusEvent>

/** Carries events between the processes that share a database. */
export interface Bus {
  /** Tells all other processes that can be reached, or those that follow a topic. Never throws, never waits. */
  publish(event: SentEvent, topic?: string): void
  /** Calls the listener with what others tell. Answers a function that unsubscribes it. */
  subscribe(listener: (event: BusEvent) => void): () => void
  /** Hears what is told on a topic as well. Resolves once nothing of it is missed; at once where nothing can be heard. */
  follow(topic: string): Promise<void>
  unfollow(topic: string): void
  /** Resolves once the others are heard, or a moment later where they cannot be: until then states may be behind theirs. */
  joined(): Promise<void>
  close(): Promise<void>
  /** what operators see, since the start */
  readonly figures: BusFigures
}

interface BusFigures {
  /** true where there are no others to hear, too */
  isConnected: boolean
  /** events told to others, and heard from them */
  sent: number
  heard: number
  /** times that events may have been lost, and everything was read again */
  gaps: number
}

/** For a process that has its database to itself. */
export const noBus: Bus = {
  publish: () => {},
  subscribe: () => () => {},
  follow: async () => {},
  unfollow: () => {},
  joined: async () => {},
  close: async () => {},
  figures: { isConnected: true, sent: 0, heard: 0, gaps: 0 },
}

/** Where the newest game of a machine is told. */
export const machineTopic = (venueMachineId: number): string => `machine.${venueMachineId}`
/** Where processes say that they are at work. */
export const hereTopic = 'here'
/** Where it is told what programs post for a board. */
export const feedTopic = ({ type, id, name }: { type: string; id: number; name: string }): string =>
  `feed.${type}.${id}.${name}`
