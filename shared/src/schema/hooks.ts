import * as v from 'valibot'
import { BoardType } from './boards/board'
import { idOr, Id, Instant } from './primitives/values'

/*
 * Webhooks: what moments tell is posted to an address of the owner's choice. Each post is signed (see docs/wire.md).
 */

/** `multiball`: the moment as the stream has it; `discord`: a message as Discord's webhooks take it. */
export const hookShapes = ['multiball', 'discord'] as const
export type HookShape = (typeof hookShapes)[number]

const addressSentence = 'Please enter an address such as https://example.com/multiball'

const fields = {
  url: v.pipe(
    v.string(addressSentence),
    v.trim(),
    v.maxLength(2_000, 'At most 2000 characters'),
    v.regex(/^https?:\/\/[^\s/]/i, addressSentence),
    v.check((text) => URL.canParse(text), addressSentence),
    v.check((text) => {
      const { username, password } = new URL(text)
      return username === '' && password === ''
    }, 'Leave out the user and password: the signature says who sends'),
  ),
  shape: v.optional(v.picklist(hookShapes, `A shape is one of ${hookShapes.join(', ')}`), 'multiball'),
}

/** POST /api/hook/ : of a venue, or of a board. */
export const HookInput = v.object({
  venue: v.optional(v.nullable(idOr('Please choose a venue')), null),
  board: v.optional(
    v.nullable(v.object({ type: BoardType, id: idOr('Please choose a board') }, 'Please choose a board')),
    null,
  ),
  ...fields,
})
export type HookInput = v.InferInput<typeof HookInput>

/** PUT /api/hook/{id}/ */
export const HookChange = v.object(fields)
export type HookChange = v.InferInput<typeof HookChange>

/** A webhook as its owner sees it. */
export const Hook = v.object({
  id: Id,
  venue: v.nullable(v.object({ id: Id, name: v.string() })),
  board: v.nullable(v.object({ type: BoardType, id: Id, title: v.string() })),
  url: v.string(),
  shape: v.picklist(hookShapes),
  created_at: Instant,
  /** what waits to be delivered */
  waiting: v.number(),
  /** since when deliveries fail; null while they arrive */
  failing_since: v.nullable(Instant),
  /** when it was paused, after a day of failures; null while it is not */
  paused_at: v.nullable(Instant),
  /** until when the secret before signs, too; null where there is none */
  old_secret_until: v.nullable(Instant),
})
export type Hook = v.InferOutput<typeof Hook>

/** POST /api/hook/ and /api/hook/{id}/secret/ : with the secret that signs, which is shown this once. */
export const HookWithSecret = v.object({ ...Hook.entries, secret: v.string() })
export type HookWithSecret = v.InferOutput<typeof HookWithSecret>

/** One delivery, and what came of it so far. */
export const HookDelivery = v.object({
  /** as in the header `Multiball-Delivery` */
  id: v.string(),
  /** the id of the moment that it tells; null for a test */
  moment: v.nullable(v.string()),
  state: v.picklist(['waiting', 'delivered', 'failed']),
  created_at: Instant,
  attempts: v.number(),
  /** of the last attempt; null where nothing was answered */
  status: v.nullable(v.number()),
  /** the beginning of what was answered */
  answer: v.nullable(v.string()),
  /** what kept it from an answer */
  trouble: v.nullable(v.string()),
  /** of the last attempt, in ms */
  duration_ms: v.nullable(v.number()),
  /** null once it was delivered or given up */
  next_attempt_at: v.nullable(Instant),
})
export type HookDelivery = v.InferOutput<typeof HookDelivery>

/** GET /api/hook/{id}/delivery/ : the last fifty, the newest first. */
export const HookDeliveries = v.object({ results: v.array(HookDelivery) })
