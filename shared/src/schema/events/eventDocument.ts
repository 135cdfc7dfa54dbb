import * as v from 'valibot'

/*
 * What a program posts for an eventboard, as docs/events.md describes it for directors' tools: players, machines, matches
 * and standings of one tournament, all of it each time. Everything is named by ids of the program's own.
 */

const most = { players: 400, machines: 200, matches: 600, queues: 200, bracketRounds: 12 } as const

const text = (characters: number) => v.pipe(v.string(), v.trim(), v.maxLength(characters))
const named = (characters: number) => v.pipe(text(characters), v.nonEmpty())
const Key = named(40)
const Points = v.pipe(v.number(), v.finite())
const Place = v.pipe(v.number(), v.integer(), v.minValue(1))
/** a moment in ISO 8601 with its zone, such as 2026-11-24T19:30:00Z */
const Moment = v.pipe(v.string(), v.isoTimestamp())

const EventPlayer = v.object({
  id: Key,
  name: named(80),
  /** one to three letters */
  initials: v.optional(text(3)),
  /** plays no more: left, or eliminated */
  out: v.optional(v.boolean(), false),
})

const EventMachine = v.object({
  id: Key,
  name: named(80),
  /** in the Open Pinball Database, such as G4do5-MDlN7: joins it to the venue's machine of that title */
  opdb_id: v.optional(text(40)),
  /** id of the machine here, where the program knows it */
  venuemachine: v.optional(v.pipe(v.number(), v.integer())),
})
export type EventMachine = v.InferOutput<typeof EventMachine>

const EventMatch = v.object({
  id: Key,
  /** called: they are asked to come to the machine; playing; finished */
  state: v.picklist(['called', 'playing', 'finished']),
  /** missing until it is known */
  machine: v.optional(Key),
  /** in the order in which they play */
  players: v.pipe(v.array(Key), v.minLength(1), v.maxLength(6)),
  /** ids of players, best first; those in a tie, or whose place is unknown, are left out. Of finished matches only. */
  order: v.optional(v.array(Key)),
  /** what each player was given, beside `players`; null where it is unknown */
  points: v.optional(v.array(v.nullable(Points))),
  started_at: v.optional(Moment),
})
export type EventMatch = v.InferOutput<typeof EventMatch>

const EventStanding = v.object({
  player: Key,
  /** those in a tie share one */
  place: Place,
  points: v.optional(Points),
  strikes: v.optional(Points),
  played: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** the place when the round began */
  place_before: v.optional(Place),
})

export const EventDocument = v.object({
  format: v.literal('multiball-event/1'),
  name: named(120),
  status: v.picklist(['planned', 'playing', 'between', 'finished']),
  /** such as { name: 'Round 5', of: 8 } */
  round: v.optional(v.object({ name: named(60), of: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) })),
  /**
   * What a match is worth: `awards[n - 1][place - 1]` is what each place of a match of n players is given, points or
   * strikes. Without it nobody says how it would stand.
   */
  scoring: v.optional(
    v.object({
      by: v.picklist(['points', 'strikes']),
      awards: v.optional(v.pipe(v.array(v.array(Points)), v.maxLength(6))),
      /** strikes that end it for a player */
      out_at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
  ),
  players: v.pipe(v.array(EventPlayer), v.maxLength(most.players)),
  machines: v.optional(v.pipe(v.array(EventMachine), v.maxLength(most.machines)), () => []),
  /** those of the round that is played, and those that a bracket names */
  matches: v.optional(v.pipe(v.array(EventMatch), v.maxLength(most.matches)), () => []),
  /** best first */
  standings: v.optional(v.pipe(v.array(EventStanding), v.maxLength(most.players)), () => []),
  /** who waits for a machine, the next one first; without a machine, for any */
  queues: v.optional(
    v.pipe(v.array(v.object({ machine: v.optional(Key), players: v.array(Key) })), v.maxLength(most.queues)),
    () => [],
  ),
  /** the first round first; a match that is not known yet is null */
  bracket: v.optional(
    v.pipe(v.array(v.object({ name: named(60), matches: v.array(v.nullable(Key)) })), v.maxLength(most.bracketRounds)),
  ),
})
export type EventDocument = v.InferOutput<typeof EventDocument>
