import * as v from 'valibot'
import { PublishedFrame } from './clientErrors'
import { Id, Instant, line } from './primitives/values'
import { RemoteName, RemoteVersionName } from './registry/registry'

/*
 * What operators read and change: which version of which part runs, how it does, and what has changed.
 */

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A remote, the shell or the embed. */
export const PartName = v.union([v.picklist(['shell', 'embed']), RemoteName])

/** One version of a part. What pages reported of it counts the last 30 days, and only remotes are reported. */
export const PlatformVersion = v.object({
  version: RemoteVersionName,
  published_at: Instant,
  /** null where that was not noted */
  published_by: v.nullable(v.string()),
  /** who gets it; `previous`: pages fall back on it, `stored`: nobody */
  standing: v.picklist(['active', 'canary', 'previous', 'stored']),
  /** in which it was loaded */
  visits: Count,
  /** in which it failed */
  failed: Count,
  /** ms in which three of four visits had loaded it; null while nobody has said */
  loaded_ms: v.nullable(Count),
})
export type PlatformVersion = v.InferOutput<typeof PlatformVersion>

export const PlatformPart = v.object({
  name: PartName,
  enabled: v.boolean(),
  active: RemoteVersionName,
  canary: v.nullable(v.object({ version: RemoteVersionName, percent: v.number() })),
  /** what everybody gets after a rollback; null where there is nothing to take back */
  rolls_back_to: v.nullable(RemoteVersionName),
  /** the newest, and all that somebody gets; newest first */
  versions: v.array(PlatformVersion),
  /** that are published, shown here or not */
  kept: Count,
})
export type PlatformPart = v.InferOutput<typeof PlatformPart>

/** GET /api/platform/ */
export const PlatformState = v.object({
  /** of the registry; a change names the one that it was decided on */
  rev: Count,
  parts: v.array(PlatformPart),
})
export type PlatformState = v.InferOutput<typeof PlatformState>

/** POST /api/platform/changes/ : `promote` makes a version active, or with a percent below 100 the canary of that share; 0 ends the canary. */
export const PlatformChange = v.object({
  rev: Count,
  name: PartName,
  action: v.picklist(['promote', 'rollback', 'enable', 'disable']),
  version: v.optional(RemoteVersionName),
  percent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 100),
})
export type PlatformChange = v.InferInput<typeof PlatformChange>

/** GET /api/platform/changes/ : what one revision of the registry changed of one part, or a link for a reviewer. */
export const PlatformChanged = v.object({
  /** of a link for a reviewer, which changes nothing of what visitors get: the newest one then */
  rev: Count,
  changed_at: Instant,
  /** who: an operator's username, or what the command line was told; null where that was not noted */
  changed_by: v.nullable(v.string()),
  name: PartName,
  /** in words, such as `active 1.2.0, before 1.1.0` */
  changes: v.array(v.string()),
})
export type PlatformChanged = v.InferOutput<typeof PlatformChanged>

/** A line of a stack, as it ran and as it was written. */
const MappedFrame = v.object({
  ...PublishedFrame.entries,
  /** in the sources of that version; null where it has no map, or the map nothing of it */
  source: v.nullable(v.object({ file: v.string(), line: Count, column: Count })),
})
export type MappedFrame = v.InferOutput<typeof MappedFrame>

/** GET /api/platform/failures/ : a way in which a version failed, on one day. */
export const PlatformFailure = v.object({
  remote: RemoteName,
  version: RemoteVersionName,
  code: v.string(),
  /** UTC */
  day: v.pipe(v.string(), v.isoDate()),
  /** visits */
  count: Count,
  /** of the newest one; null where it had none */
  message: v.nullable(v.string()),
  frames: v.array(MappedFrame),
})
export type PlatformFailure = v.InferOutput<typeof PlatformFailure>

/** Days that a link for a reviewer may last. */
export const mostReviewDays = 7

/** A link for a reviewer that still opens. The link itself is told once, to who makes it. */
export const ReviewLink = v.object({
  id: Id,
  name: RemoteName,
  version: RemoteVersionName,
  /** an operator's username, or what the command line was told */
  made_by: v.string(),
  made_at: Instant,
  expires_at: Instant,
})
export type ReviewLink = v.InferOutput<typeof ReviewLink>

/** GET /api/platform/reviews/ */
export const ReviewLinks = v.object({ links: v.array(ReviewLink) })
export type ReviewLinks = v.InferOutput<typeof ReviewLinks>

/** POST /api/platform/reviews/ */
export const ReviewLinkInput = v.object({
  name: RemoteName,
  version: RemoteVersionName,
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostReviewDays)), mostReviewDays),
})
export type ReviewLinkInput = v.InferInput<typeof ReviewLinkInput>

/** Its answer. */
export const NewReviewLink = v.object({ ...ReviewLink.entries, url: v.string() })
export type NewReviewLink = v.InferOutput<typeof NewReviewLink>

/** What the server writes into a reviewer's page as `<script type="application/json" id="mb-review">`. */
export type PageReview =
  | { remote: string; version: string }
  /** why the page is the one that everybody gets */
  | { ended: string }

/** An account that may change what runs on this server. */
export const Operator = v.object({ id: Id, username: v.string(), cached_display_name: v.string() })
export type Operator = v.InferOutput<typeof Operator>

/** GET /api/platform/operators/ */
export const Operators = v.object({ operators: v.array(Operator) })
export type Operators = v.InferOutput<typeof Operators>

/** POST /api/platform/operators/ */
export const OperatorInput = v.object({ username: v.pipe(line(150), v.nonEmpty('Please type a username')) })
export type OperatorInput = v.InferOutput<typeof OperatorInput>
