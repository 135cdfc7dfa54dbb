import * as v from 'valibot'
import { UserRole } from './account'
import { TimeZone } from './boards/leaderboard'
import { MachineTitle } from './catalogue'
import { WrittenScore } from './games/entered'
import { Id, Instant, line, visible, WireScore } from './primitives/values'

export const VenueInput = v.object({
  name: v.pipe(line(256), visible('Name must not be blank')),
  /** in which its days and months begin; one that is left out stays as it is, UTC at first */
  time_zone: v.optional(TimeZone),
})
export type VenueInput = v.InferOutput<typeof VenueInput>

export const Venue = v.object({
  id: Id,
  name: v.string(),
  user_roles: v.array(UserRole),
  /** a name of the IANA list; null is UTC */
  time_zone: v.optional(v.nullable(v.string())),
  /** a key posts final scores for all of its machines; never the key itself */
  has_key: v.optional(v.boolean()),
})
export type Venue = v.InferOutput<typeof Venue>

/** POST /api/venuemachine/ */
export const VenueMachineInput = v.object({ venue: Id, machine: Id })
export type VenueMachineInput = v.InferOutput<typeof VenueMachineInput>

const [firstYear, lastYear] = [1930, 2100]
const yearSentence = `Please enter a year from ${firstYear} to ${lastYear}, or none`

/** PUT /api/machines/{id}/ : a machine that the catalogue does not have, as its owner describes it. */
export const OwnTitleInput = v.object({
  name: v.pipe(line(100), visible('Name must not be blank')),
  manufacturer: v.pipe(line(100), visible('Maker must not be blank')),
  /** null where nobody knows it */
  year: v.optional(
    v.nullable(
      v.pipe(
        v.number(yearSentence),
        v.integer(yearSentence),
        v.minValue(firstYear, yearSentence),
        v.maxValue(lastYear, yearSentence),
      ),
    ),
    null,
  ),
})
export type OwnTitleInput = v.InferOutput<typeof OwnTitleInput>

/** POST /api/venuemachine/own/ : it comes into being in a venue. */
export const OwnMachineInput = v.object({ venue: Id, ...OwnTitleInput.entries })
export type OwnMachineInput = v.InferOutput<typeof OwnMachineInput>

/** PATCH /api/venuemachine/{id}/ : one of these, or both. */
export const VenueMachineChange = v.pipe(
  v.object({
    counts_elsewhere: v.optional(v.boolean()),
    /** tells when a score passes it, once; null: none */
    mark: v.optional(v.nullable(WrittenScore)),
  }),
  v.forward(
    v.check(({ counts_elsewhere, mark }) => (counts_elsewhere ?? mark) !== undefined, 'This field is required'),
    ['counts_elsewhere'],
  ),
)
export type VenueMachineChange = v.InferInput<typeof VenueMachineChange>

/** A machine standing in a venue. */
export const VenueMachine = v.object({
  id: Id,
  venue: v.object({ id: Id, name: v.string() }),
  machine: MachineTitle,
  user_roles: v.array(UserRole),
  /** last sign of life of its device; null when never */
  last_heard_at: v.optional(v.nullable(Instant)),
  /** a device is paired to it; only its owner is told */
  has_device: v.optional(v.boolean()),
  /** a device key opens it; only its owner is told, and never the key */
  has_key: v.optional(v.boolean()),
  /** two senders have taken turns within the last hour, and since its key was made; only its owner is told */
  key_is_shared: v.optional(v.boolean()),
  /** other people's leaderboards count its scores while a public scoreboard of its owner shows it; only its owner is told */
  counts_elsewhere: v.optional(v.boolean()),
  /** a score that passes it is a moment; null: none is set. Only its owner is told */
  mark: v.optional(v.nullable(WireScore)),
})
export type VenueMachine = v.InferOutput<typeof VenueMachine>

const uuidPattern = '([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})\\b'
/** In a link a machine's id may stand beside it, so that the one that is called uuid counts first. */
const uuidPatterns = [new RegExp(`\\buuid=${uuidPattern}`, 'i'), new RegExp(`\\b${uuidPattern}`, 'i')]

/** The uuid in a text, such as a link: 32 digits in small letters. */
const uuidIn = (text: string) =>
  uuidPatterns
    .map((pattern) => pattern.exec(text)?.[1])
    .find(Boolean)
    ?.replaceAll('-', '')
    .toLowerCase()

/** What a device shows: its pair code (→ six capitals), or its uuid, plain or in the link of a QR code (→ 32 hex digits in small letters). */
const ShownByDevice = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.transform((text) => uuidIn(text) ?? text.replace(/\s/g, '').toUpperCase()),
  v.check(
    (name) => /^(?:[A-Z0-9]{6}|[0-9a-f]{32})$/.test(name),
    'A pair code has six characters; a uuid, or a link with one, does as well',
  ),
)

/** Whether what a device shows is its uuid, not a code. */
export const isDeviceUuid = (shown: string): boolean => shown.length > 6

/** POST /api/venuemachine/{id}/pair/ */
export const PairInput = v.object({ shortcode: ShownByDevice })

/** POST /api/venuemachine/{id}/device_key/; the key is shown this once. */
export const DeviceKey = v.object({ key: v.string() })
