import * as v from 'valibot'
import { SessionUuid } from '../ingest'
import { idOr, Instant, line, visible } from '../primitives/values'

/*
 * Scores that are told as a whole: by the owner of a machine, who types them in, or by a program that knows no more.
 */

const mostDigits = 13
const scoreExample = 'such as 1,234,567'

/** By what people part thousands. */
const parting = "[.,'’_ \\u00a0\\u202f]"
const grouped = new RegExp(`^\\d{1,3}(?:${parting}\\d{3})+$`)

/** What is wrong with a score as a person writes it; undefined for a good one. */
function scoreTrouble(text: string): string | undefined {
  if (text === '') return 'Please enter the score'
  if (/^[-−]\s*\d/.test(text)) return 'A score can’t be below zero'
  if (/\p{L}/u.test(text)) return `A score has only digits, ${scoreExample}`
  if (!/^\d+$/.test(text) && !grouped.test(text)) return `Please enter whole points, ${scoreExample}`
  return text.replace(/\D/g, '').replace(/^0+(?=\d)/, '').length > mostDigits
    ? `A score has at most ${mostDigits} digits`
    : undefined
}

/** A score as people write it: digits alone or in groups of three, up to 13 of them. → bigint */
export const WrittenScore = v.pipe(
  v.union([v.string(), v.number()], scoreTrouble('')!),
  v.transform((given) => String(given).trim()),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const message = scoreTrouble(value)
    if (message === undefined) return BigInt(value.replace(/\D/g, ''))
    addIssue({ message })
    return NEVER
  }),
)

const mostNameCharacters = 40

/** The name of a player without an account: one to three letters, or a name. */
export const GuestName = v.pipe(
  line(mostNameCharacters, `A name has at most ${mostNameCharacters} characters`),
  visible('Please enter a name, or letters'),
)

const mostNoteCharacters = 200

/** PUT /api/game/{id}/ : a score that was told as a whole, as it should be. */
export const EnteredScoreInput = v.object({
  score: WrittenScore,
  /** the account of who played; it comes before a guest's name */
  user: v.optional(v.nullable(idOr('Please choose a player')), null),
  /** who played without an account */
  guest: v.optional(v.nullable(GuestName), null),
  note: v.optional(v.nullable(line(mostNoteCharacters, `A note has at most ${mostNoteCharacters} characters`)), null),
})
export type EnteredScoreInput = v.InferInput<typeof EnteredScoreInput>

/** POST /api/venuemachine/{id}/score/ : sent again with the same uuid, it is the same score. */
export const NewScoreInput = v.object({
  uuid: SessionUuid,
  /** when it was played; now where it is left out */
  played_on: v.optional(v.nullable(Instant), null),
  ...EnteredScoreInput.entries,
})
export type NewScoreInput = v.InferInput<typeof NewScoreInput>
