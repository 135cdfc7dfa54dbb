import * as v from 'valibot'
import { EnteredScoreInput } from './entered'
import { claimants, Player } from '../game'
import { SessionUuid } from '../ingest'
import { Id, Instant, WireScore } from '../primitives/values'

/*
 * Scores that guests send from their phones, by the link of a machine. They wait for the yes of the machine's owner, unless the
 * owner chose that they are shown at once.
 */

/** Whether a machine takes guests' scores: not at all, after its owner's yes, or at once. */
export const guestScoreModes = ['off', 'ask', 'accept'] as const
export type GuestScoreMode = (typeof guestScoreModes)[number]

const PlayedMachine = v.object({
  id: Id,
  venue: v.object({ name: v.string() }),
  machine: v.object({ id: Id, name: v.string() }),
})

/** GET /api/send/{code}/ : what the page of a machine's link needs. */
export const SendPage = v.object({
  venuemachine: PlayedMachine,
  mode: v.picklist(['ask', 'accept']),
  /** the four digits of the day are asked for, which people in the venue see */
  needs_day_code: v.boolean(),
  /** `accounts`: only people with an account may send, as the owner's scoreboards say */
  claims: v.picklist(claimants),
})
export type SendPage = v.InferOutput<typeof SendPage>

const dayCodeSentence = 'Please enter the four digits of the code of the day'

/** The code of the day as a person types it. */
const DayCode = v.pipe(
  v.string(dayCodeSentence),
  v.maxLength(100, dayCodeSentence),
  v.transform((typed) => typed.replace(/[\s.-]/g, '')),
  v.regex(/^\d{4}$/, dayCodeSentence),
)

/** POST /api/send/{code}/ : JSON, or multipart with a `photo`. Sent again with the same uuid, it is the same score. */
export const SentScoreInput = v.object({
  uuid: SessionUuid,
  /** `guest`: without it the score is that of the caller's account */
  ...v.omit(EnteredScoreInput, ['user']).entries,
  day_code: v.optional(v.nullable(DayCode), null),
})
export type SentScoreInput = v.InferInput<typeof SentScoreInput>

const sentStates = ['waiting', 'accepted', 'declined'] as const

/** A score as who sent it sees it. */
export const SentScore = v.object({
  uuid: v.string(),
  venuemachine: PlayedMachine,
  score: WireScore,
  /** null for that of an account */
  guest: v.nullable(v.string()),
  note: v.nullable(v.string()),
  sent_on: Instant,
  has_photo: v.boolean(),
  state: v.picklist(sentStates),
  /** the game that it became; null where it was removed since, too */
  game: v.nullable(Id),
  /** its place among all scores of the machine, or the one that it would have; null for a declined one */
  rank: v.nullable(v.number()),
})
export type SentScore = v.InferOutput<typeof SentScore>

/** A score that waits, as the owner of its machine sees it. */
export const WaitingScore = v.object({
  id: Id,
  venuemachine: PlayedMachine,
  score: WireScore,
  /** the account that sent it as its own */
  player: v.nullable(Player),
  /** the letters or the name of somebody without an account, or of somebody who did not use it */
  guest: v.nullable(v.string()),
  note: v.nullable(v.string()),
  sent_on: Instant,
  has_photo: v.boolean(),
})
export type WaitingScore = v.InferOutput<typeof WaitingScore>

/** The most scores that are decided at once. */
export const mostDecided = 200

/** POST /api/waiting_score/decide/ */
export const DecideInput = v.object({
  ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(mostDecided, `At most ${mostDecided} at once`)),
  accept: v.boolean(),
  /** with a yes: from now on the accounts of these scores need none in these venues */
  always: v.optional(v.boolean(), false),
})
export type DecideInput = v.InferInput<typeof DecideInput>

/** What became of each, in the order of the ids: how it stands now, whoever decided it first. `gone` is none of the caller's. */
export const Decided = v.object({
  results: v.array(
    v.object({
      id: Id,
      state: v.picklist([...sentStates, 'gone']),
      /** the game that it became */
      game: v.nullable(Id),
      /** why it still waits */
      detail: v.optional(v.string()),
    }),
  ),
})
export type Decided = v.InferOutput<typeof Decided>

/** PUT /api/venuemachine/{id}/guest_scores/ */
export const GuestScoresInput = v.object({ mode: v.picklist(guestScoreModes, 'Please choose one') })
export type GuestScoresInput = v.InferOutput<typeof GuestScoresInput>

/** How a machine takes guests' scores, as its owner sees it. */
export const GuestScores = v.object({
  mode: v.picklist(guestScoreModes),
  /** of its link, /send/{code}; null before it was ever switched on. It stays while the machine is switched off. */
  code: v.nullable(v.string()),
})
export type GuestScores = v.InferOutput<typeof GuestScores>

/** PATCH /api/venue/{id}/guest_scores/ : what is left out stays. */
export const VenueGuestScoresChange = v.object({
  asks_day_code: v.optional(v.boolean()),
  on_walls: v.optional(v.boolean()),
  /** of all of its machines */
  mode: v.optional(v.picklist(guestScoreModes, 'Please choose one')),
})
export type VenueGuestScoresChange = v.InferOutput<typeof VenueGuestScoresChange>

/** How a venue takes guests' scores, as its owner sees it. */
export const VenueGuestScores = v.object({
  /** default true */
  asks_day_code: v.boolean(),
  /** scoreboards show the link's QR code of their machine; default false */
  on_walls: v.boolean(),
  /** four digits, whether they are asked for or not */
  day_code: v.string(),
  /** when the next one comes; this one is good for twelve hours more */
  day_code_until: Instant,
  /** all that stand in it, by title */
  machines: v.array(v.object({ id: Id, name: v.string(), ...GuestScores.entries })),
  /** whose scores need no yes, the one added last first */
  always: v.array(v.object({ user: Player, since: Instant })),
})
export type VenueGuestScores = v.InferOutput<typeof VenueGuestScores>

/** GET /api/venuemachine/{id}/guest_link/ : for a screen that the machine's owner vouches for */
export const GuestLink = v.object({
  /** of the link, /send/{code}; null where walls do not show it */
  code: v.nullable(v.string()),
  /** null where it is not asked for */
  day_code: v.nullable(v.string()),
})
export type GuestLink = v.InferOutput<typeof GuestLink>
