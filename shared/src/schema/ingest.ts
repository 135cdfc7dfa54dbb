import * as v from 'valibot'
import { Player } from './game'
import { asItLooks, Id, Instant, whole } from './primitives/values'
import { readPrintedInteger } from './primitives/printedInteger'

/*
 * What machine-side clients send (docs/wire.md). Bodies are form posts or JSON, so every field may arrive as text.
 */

const text = (max: number, message?: string) =>
  v.pipe(
    v.union([v.string(), v.number(), v.boolean()], message),
    v.transform((given) => String(given)),
    v.maxLength(max, message),
  )

/** Text that is kept as it came. */
const keptText = (max: number) =>
  v.pipe(
    text(max),
    v.check((given) => !given.includes('\u0000'), 'Control characters are not allowed'),
    whole,
  )

// Most are numbers: what is asked first costs least, and a game sends several with every post.
const anyInteger = v.union([v.number(), v.string(), v.boolean()])
const isIntegerText = (given: unknown) => /^-?\d{1,19}$/.test(String(given))
const isStorable = (integer: bigint) => BigInt.asIntN(64, integer) === integer

/** Integer or its text, of 19 digits at most, within a BIGINT's range → bigint. In one step: a post has up to ten of them. */
const longInteger = (message: string, outOfRange = message) =>
  v.pipe(
    anyInteger,
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      if (Number.isSafeInteger(value)) return BigInt(value)
      if (!isIntegerText(value)) return refused(addIssue, message, NEVER)
      const integer = BigInt(value)
      return isStorable(integer) ? integer : refused(addIssue, outOfRange, NEVER)
    }),
  )

const BigInteger = longInteger('A whole number is expected', 'Out of range')

const noSequence = 'A whole number from 0 to 9223372036854775807 is expected'
const Sequence = v.pipe(longInteger(noSequence), v.minValue(0n, noSequence))

const SmallInteger = v.pipe(
  anyInteger,
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    if (Number.isSafeInteger(value)) return value as number
    if (!isIntegerText(value)) return refused(addIssue, 'A whole number is expected', NEVER)
    return Number.isSafeInteger(Number(value)) ? Number(value) : refused(addIssue, 'Out of range', NEVER)
  }),
)

function refused(addIssue: (issue: { message: string }) => void, message: string, never: never): never {
  addIssue({ message })
  return never
}

const Flag = v.pipe(
  // Most are booleans, or left out.
  v.union([v.boolean(), v.string(), v.number()]),
  v.transform((given) => String(given)),
  v.maxLength(5),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0'], 'true or false is expected'),
  v.transform((flag) => flag === 'true' || flag === '1'),
)

const noUuid = 'A uuid is expected'

export const SessionUuid = v.pipe(
  text(36, noUuid),
  v.toLowerCase(),
  v.regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/, noUuid),
  v.transform((uuid) => uuid.replaceAll('-', '')),
)

/** How the uuid of a test game begins: it counts nowhere, and boards say what it is. */
export const testSessionMark = '7e577e577e57'

/** Whether a session is a test game. `uuid` with or without dashes. */
export const isTestSession = (uuid: string): boolean =>
  // With the same eight digits first in both spellings: this is asked of every post.
  uuid.startsWith(testSessionMark.slice(0, 8)) && uuid.replaceAll('-', '').startsWith(testSessionMark)

/** POST /api/stoken/ */
export const TokenRequest = v.object({
  provider: v.pipe(text(100), v.nonEmpty()),
  /** 32 hex digits after parsing */
  uuid: SessionUuid,
  /** unix seconds, as the text that was signed */
  timestamp: v.pipe(text(15), v.regex(/^\d{1,15}$/, 'Invalid timestamp')),
  /** hex of raw r‖s (64 bytes) or DER */
  sign: v.pipe(text(200), v.regex(/^(?:[0-9a-f]{2})+$/i, 'Invalid signature')),
  serial_number: v.optional(keptText(100)),
  machine_id: v.optional(text(100)),
})

const maxModesLength = 4096
const maxModes = 32

const firstModes = (modes: readonly string[]) =>
  modes
    .map((mode) => mode.trim())
    .filter(Boolean)
    .slice(0, maxModes)

/** POST /api/entry/ : one state of a game. A field that is unknown is left out; a score of -1 is no such player. */
export const Entry = v.object({
  session_uuid: SessionUuid,
  session_sequence: v.optional(Sequence),
  /** milliseconds since the game's start */
  session_time: v.optional(SmallInteger),
  active: v.optional(Flag, true),
  current_player: v.optional(SmallInteger),
  current_ball: v.optional(SmallInteger),
  current_p1_score: v.optional(BigInteger),
  current_p2_score: v.optional(BigInteger),
  current_p3_score: v.optional(BigInteger),
  current_p4_score: v.optional(BigInteger),
  current_p5_score: v.optional(BigInteger),
  current_p6_score: v.optional(BigInteger),
  /** `;`-joined modes; an array in JSON is taken too */
  game_modes: v.optional(
    v.pipe(
      v.union([v.array(v.pipe(v.string(), v.maxLength(maxModesLength))), text(maxModesLength)]),
      v.transform((modes) => firstModes(Array.isArray(modes) ? modes : modes.split(';'))),
    ),
  ),
})
export type Entry = v.InferOutput<typeof Entry>

type Unread = string | number | boolean

const printed = (given: Unread): bigint | undefined =>
  Number.isSafeInteger(given) ? BigInt(given) : readPrintedInteger(String(given))

/** A whole number in any way in which programs print it, as the text of its digits; anything else as it came. */
const asDigits = v.pipe(
  anyInteger,
  v.transform((given) => printed(given)?.toString() ?? given),
)

/** Undefined for what is no whole number that can be counted with. */
const orNothing = v.fallback(
  v.optional(
    v.pipe(
      asDigits,
      v.transform((given) => String(given).replace(/[.,]\d*$/, '')),
      SmallInteger,
    ),
  ),
  undefined,
)
const printedScore = v.optional(v.pipe(asDigits, BigInteger))

const oneMode = v.fallback(v.string(), '')
const noModes: string[] = []
const listedModes = v.fallback(
  v.union([
    v.array(oneMode),
    v.pipe(
      anyInteger,
      v.transform((modes) => String(modes).split(';')),
    ),
  ]),
  noModes,
)

/**
 * The same, of whoever prints its numbers in another way, has more modes than anybody can read, or says what cannot be read
 * beside its scores. Slower: for what Entry refuses. What does not say how the game stands is left out; what does, is refused.
 */
export const LenientEntry = v.object({
  ...Entry.entries,
  session_sequence: v.optional(v.pipe(asDigits, Sequence)),
  session_time: orNothing,
  current_player: orNothing,
  current_ball: orNothing,
  current_p1_score: printedScore,
  current_p2_score: printedScore,
  current_p3_score: printedScore,
  current_p4_score: printedScore,
  current_p5_score: printedScore,
  current_p6_score: printedScore,
  game_modes: v.optional(
    v.pipe(
      listedModes,
      v.transform((modes) => firstModes(modes)),
    ),
  ),
})

const mostNameCharacters = 40

/** A name that a machine knows: cut and cleaned as it has to be, and never refused; undefined where nothing is left to see. */
function readName(given: string | number): string | undefined {
  const line = asItLooks(
    String(given)
      .slice(0, 1_000)
      .replace(/[\p{Cc}\s]+/gu, ' '),
  ).replace(/\p{Surrogate}/gu, '')
  const name = [...line].slice(0, mostNameCharacters).join('').trim()
  return /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : undefined
}

const MachineName = v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(readName))), undefined)

/** Beside an entry: who plays, as the machine itself knows. */
export const EntryNames = v.object({
  p1_name: MachineName,
  p2_name: MachineName,
  p3_name: MachineName,
  p4_name: MachineName,
  p5_name: MachineName,
  p6_name: MachineName,
})

const noScore = 'A whole number from 0 to 9223372036854775807 is expected'

/** POST /api/score/ : the score of a game that is over, by a program that knows no more; sent again with the same uuid, it is the same score. */
export const FinalScore = v.object({
  session_uuid: SessionUuid,
  score: v.pipe(asDigits, longInteger(noScore), v.minValue(0n, noScore)),
  name: MachineName,
  /** with the key of a venue: the number of one of its machines, or its title */
  machine: v.optional(text(256, 'A number or a title is expected')),
  /** now where it is left out */
  played_on: v.optional(Instant),
})

/** POST /api/installed/ : a type that is not known, or a version that cannot be read, is not kept; the game ends all the same. */
export const Installed = v.object({
  version: v.fallback(v.nullish(keptText(100)), undefined),
  type: v.fallback(v.optional(v.picklist(['game_code', 'sdk', 'provider', 'config', 'score_detector'])), undefined),
  installed: v.fallback(v.optional(Flag), undefined),
  log: v.optional(v.unknown()),
})

/** Query of GET or POST /api/heartbeat/ */
export const Heartbeat = v.object({ session_active: v.optional(Flag) })

/** Answer to POST /api/stoken/ */
export const DeviceToken = v.object({ stoken: v.string() })

/** Answer to POST /api/entry/ : the slots that are played, and who claimed them. */
export const RecordedEntry = v.object({
  scores: v.array(v.object({ position: v.number(), player: v.nullable(Player) })),
})

/** Answer to a heartbeat: where the device stands, or that it stands nowhere. */
export const HeartbeatAnswer = v.union([
  v.object({ machine_id: Id, venuemachine_id: Id, config: v.object({ opdb_id: v.string() }) }),
  v.object({ unpaired: v.literal(true) }),
])

/** Answer to GET /api/scorbitron_paired/{uuid}/ */
export const PairCode = v.object({ shortcode: v.string() })

/** Of calls that have nothing to say. */
export const Nothing = v.object({})
