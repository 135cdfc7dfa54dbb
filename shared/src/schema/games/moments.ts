import * as v from 'valibot'
import { MachineTitle } from '../catalogue'
import { Player } from '../game'
import { Id, Instant, WireScore } from '../primitives/values'

/*
 * What is worth turning one's head for: a record, a personal best, a mark that was passed, the first game of a day. Each moment follows from settled games
 * that count, and from who has claimed them, so that the same games always tell the same moments.
 */

/**
 * A score that is better than every earlier one, the widest of these first; each score tells the first that it is:
 *
 *   venue_record    on all machines of this title that the venue has or had
 *   machine_record  on this machine, while another one of the title in this venue has a better score
 *   month_record    on this machine in this calendar month, in the venue's time zone
 *   day_record      the same on this day
 *
 * And beside these:
 *
 *   mark_passed     the first to pass the mark that the machine's owner has set, since then
 *   personal_best   better than all earlier scores of this account on this machine
 *   first_game      the first game of the day on this machine
 *
 * Equal to the best is not better: who was first holds it. Nothing is beaten where there is no earlier score.
 */
export const momentKinds = [
  'venue_record',
  'machine_record',
  'month_record',
  'day_record',
  'mark_passed',
  'personal_best',
  'first_game',
] as const
export type MomentKind = (typeof momentKinds)[number]

/** What each kind is called, in the two lines that it has on an upright screen. */
export const momentTitles: Readonly<Partial<Record<string, readonly [string, string]>>> = {
  venue_record: ['House', 'record'],
  machine_record: ['Record of', 'the machine'],
  month_record: ['Best of', 'the month'],
  day_record: ['Best of', 'the day'],
  mark_passed: ['Mark', 'passed'],
  personal_best: ['Personal', 'best'],
  first_game: ['First game', 'of the day'],
} satisfies Record<MomentKind, readonly [string, string]>

/** `corrected`: something of it is another, such as the name; `withdrawn`: it was none after all. */
export const momentStates = ['told', 'corrected', 'withdrawn'] as const
export type MomentState = (typeof momentStates)[number]

/**
 * A moment as it is now. A change of it is a new entry of the stream: the same `id`, at a later `place`, in its new state. Of a moment
 * that was changed several times only the last entry stays.
 */
export const Moment = v.object({
  /** what it tells of: its kind, its game and, where it is a player's, the slot, such as `day_record:512:2` */
  id: v.string(),
  /** in the stream; each entry has a higher one than all that were told before */
  place: Id,
  state: v.picklist(momentStates),
  /** one of {@link momentKinds}; readers leave out what they do not know, as there will be others */
  kind: v.string(),
  venuemachine: v.object({
    id: Id,
    venue: v.object({ id: Id, name: v.string() }),
    machine: v.pick(MachineTitle, ['id', 'name', 'display']),
  }),
  game: Id,
  /** the slot, 1-6; null where it is the whole game's, as of a `first_game` */
  position: v.nullable(v.number()),
  /** null with `position`, and once it was withdrawn */
  score: v.nullable(WireScore),
  /** who claimed the score, as of now; null while it is nobody's */
  player: v.nullable(Player),
  /** what it has beaten; null where nothing was, and once it was withdrawn */
  previous: v.nullable(
    v.object({ game: Id, position: v.number(), score: WireScore, player: v.nullable(Player), settled_on: Instant }),
  ),
  /** of a `mark_passed`, what the score has passed; missing with others, and once it was withdrawn */
  mark: v.optional(WireScore),
  /** when its game was settled. A moment may be told long after, such as of a score that its owner has typed in */
  happened_on: Instant,
  /** when it was first told, which a correction does not change */
  told_on: Instant,
})
export type Moment = v.InferOutput<typeof Moment>
