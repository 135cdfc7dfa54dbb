import * as v from 'valibot'
import { Game } from '../game'
import { Moment } from '../games/moments'
import { Id, Instant, line } from '../primitives/values'
import { momentChoices, ownedFields, Title } from './board'
import { FeedName } from './typeNames'
import { LeaderboardScore } from './leaderboard'
import { ShownMachine } from './scoreboard'
import { Stamp } from './state'

/** A stored board of a type from a remote, answered by list, item, create and update: its settings stand beside the title. */
export const CustomBoard = v.looseObject({
  ...ownedFields,
  title: Title,
  is_public: v.boolean(),
  /** missing before servers said so */
  moments: v.optional(v.picklist(momentChoices)),
})
export type CustomBoard = v.InferOutput<typeof CustomBoard>

/** A board that a `board` feed shows; without settings and scores beside an `error`. */
const FeedBoard = v.object({
  type: v.string(),
  id: Id,
  /** its bootstrap without its scores */
  settings: v.optional(v.looseObject({})),
  /** its scores without their stamp */
  scores: v.optional(v.looseObject({})),
  error: v.optional(v.string()),
})

/** The newest ten moments that happened on the machines of a feed, newest first, without withdrawn ones. */
const MomentsFeed = v.object({ kind: v.literal('moments'), moments: v.array(Moment) })
export type MomentsFeed = v.InferOutput<typeof MomentsFeed>

const feedStates = v.variant('kind', [
  MomentsFeed,
  v.object({
    kind: v.literal('game'),
    /** the machines in the order of the settings; `game` is null when none was ever played */
    games: v.array(v.object({ venuemachine: ShownMachine, game: v.nullable(Game) })),
  }),
  v.object({ kind: v.literal('ranking'), scores: v.array(LeaderboardScore) }),
  v.object({ kind: v.literal('board'), boards: v.array(FeedBoard) }),
  v.object({
    kind: v.literal('posted'),
    /** null when none was ever posted */
    document: v.unknown(),
    /** null when none was ever posted */
    sequence: v.nullable(v.number()),
    as_of: v.nullable(Instant),
    /** its program has fallen silent */
    is_old: v.boolean(),
  }),
])
/** What a feed says now, by its kind, see FeedDeclaration; {@link momentsOfFeed} reads the kind that came later, so that displays from before it fit. */
export type FeedState = Exclude<v.InferOutput<typeof feedStates>, MomentsFeed>
export const FeedState = feedStates as v.GenericSchema<v.InferInput<typeof feedStates>, FeedState>

/** What a feed of moments says; undefined for one of another kind, or none. */
export function momentsOfFeed(feed: FeedState | undefined): MomentsFeed['moments'] | undefined {
  const state = feed as FeedState | MomentsFeed | undefined
  return state?.kind === 'moments' ? state.moments : undefined
}

/** Body of GET /api/board/{type}/{id}/scores/, and beside type and name what its socket is sent. */
export const CustomScores = v.object({ feeds: v.record(FeedName, FeedState), ...Stamp })
export type CustomScores = v.InferOutput<typeof CustomScores>

/** What a board of a type from a remote says of itself besides its scores. */
export const CustomSettings = v.object({ id: Id, title: v.string(), settings: v.record(v.string(), v.unknown()) })
export type CustomSettings = v.InferOutput<typeof CustomSettings>

/** GET /api/board/{type}/{id}/bootstrap/ */
export const CustomBootstrap = v.object({ ...CustomSettings.entries, scores: CustomScores })
export type CustomBootstrap = v.InferOutput<typeof CustomBootstrap>

/**
 * Who plays on a machine, by a program that knows: its walls show these names in games that were not over at `since`, in
 * slots that nobody claimed.
 */
const ProposedPlayers = v.object({
  venuemachine: Id,
  since: Instant,
  /** in the order in which they play; null where it is unknown */
  players: v.pipe(
    v.array(
      v.nullable(
        v.object({
          name: v.pipe(line(80), v.trim(), v.nonEmpty()),
          initials: v.optional(v.pipe(line(3), v.trim()), ''),
        }),
      ),
    ),
    v.maxLength(6),
  ),
})
export type ProposedPlayers = v.InferOutput<typeof ProposedPlayers>

/** GET of the same address with the same key: what a program needs to know of the board that it posts for. */
export const PostedPlace = v.object({
  title: v.string(),
  /** null when none was ever posted */
  sequence: v.nullable(v.number()),
  settings: v.record(v.string(), v.unknown()),
  /** those that the settings name, and that the owner may show */
  machines: v.array(ShownMachine),
})
export type PostedPlace = v.InferOutput<typeof PostedPlace>

/**
 * PUT /api/board/{type}/{id}/feed/{name} with the feed's key as `Authorization: Feed …`: what the board shows from then on,
 * unless a higher sequence was there before. At most 64 KiB.
 */
export const PostedDocument = v.object({
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  document: v.unknown(),
  /** what it tells of is over: TVs that follow the board go back to their own */
  over: v.optional(v.boolean(), false),
  /** who plays on the machines that the board names */
  players: v.optional(v.pipe(v.array(ProposedPlayers), v.maxLength(200)), () => []),
})
export type PostedDocument = v.InferOutput<typeof PostedDocument>
export const maxPostedBytes = 65_536
