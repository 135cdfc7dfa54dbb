import * as v from 'valibot'
import { UserRole } from './account'
import { Id, Instant, line, visible } from './primitives'

export const VenueInput = v.object({ name: v.pipe(line(256), visible('Name must not be blank')) })
export type VenueInput = v.InferOutput<typeof VenueInput>

export const Venue = v.object({ id: Id, name: v.string(), user_roles: v.array(UserRole) })
export type Venue = v.InferOutput<typeof Venue>

/** POST /api/venuemachine/ */
export const VenueMachineInput = v.object({ venue: Id, machine: Id })
export type VenueMachineInput = v.InferOutput<typeof VenueMachineInput>

/** A machine standing in a venue. */
export const VenueMachine = v.object({
  id: Id,
  venue: v.object({ id: Id, name: v.string() }),
  machine: v.object({ id: Id, name: v.string() }),
  user_roles: v.array(UserRole),
  /** last sign of life of its device; null when never */
  last_heard_at: v.optional(v.nullable(Instant)),
  /** a device is paired to it; only its owner is told */
  has_device: v.optional(v.boolean()),
  /** a device key opens it; only its owner is told, and never the key */
  has_key: v.optional(v.boolean()),
})
export type VenueMachine = v.InferOutput<typeof VenueMachine>

/** POST /api/venuemachine/{id}/pair/ */
export const PairInput = v.object({
  shortcode: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9]{6}$/, 'A pair code has six characters')),
})

/** POST /api/venuemachine/{id}/device_key/; the key is shown this once. */
export const DeviceKey = v.object({ key: v.string() })
