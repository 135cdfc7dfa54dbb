import * as v from 'valibot'
import { BoardType } from '../boards/board'
import { MachineTitle } from '../catalogue'
import { Player } from '../game'
import { Id, WireScore } from '../primitives/values'

/**
 * The id of a card to share: that of a moment of one player's score, such as `venue_record:812:2`, or `game:812:2` for a score that
 * somebody has claimed, whatever it was.
 */
export const CardId = v.pipe(v.string(), v.regex(/^[a-z_]{1,40}:[1-9]\d{0,14}:[1-6]$/))

/** The card of a claimed score. @param position its slot, 1-6 */
export const cardOfScore = (game: number, position: number): string => `game:${game}:${position}`

/** Where a card is opened, and with `.png` and `-upright.png` its pictures. */
export const cardPath = (card: string): string => `/moment/${card}`

/** The card whose page this path is; undefined for other paths. */
export function cardAt(path: string): string | undefined {
  const [, written] = /^\/moment\/([\w:%]{1,99})\/?$/.exec(path) ?? []
  // Some programs write a colon as %3A.
  const card = written?.replace(/%3a/gi, ':')
  return v.is(CardId, card) ? card : undefined
}

/** GET /api/moment/{id}/ : a score as its page and its pictures show it. Names are those of now. */
export const MomentCard = v.object({
  id: v.string(),
  /** one of {@link momentKinds}, the widest that the score is where the id names none; `game` where it is none */
  kind: v.string(),
  /** what it is, in words: 'House record', '3rd best ever', 'Final score' */
  heading: v.string(),
  /** where else it stands, in words: '12th best on this machine', '1st of 4 players'; '' where there is nothing to say */
  standing: v.string(),
  venuemachine: v.object({
    id: Id,
    venue: v.object({ id: Id, name: v.string() }),
    machine: MachineTitle,
  }),
  game: Id,
  /** the slot, 1-6 */
  position: v.number(),
  score: WireScore,
  /** null while it is nobody's */
  player: v.nullable(Player),
  /** among all scores of the machine that count, as of now; null beyond the hundredth, and for one that does not count */
  place: v.nullable(v.number()),
  /** what the record has beaten */
  previous: v.nullable(v.object({ score: WireScore, player: v.nullable(Player) })),
  /** when the game was settled, as the calendar in the venue's time zone has it: `2026-11-28` */
  day: v.string(),
  /** anyone with the link may open it; else it is not to be shared */
  is_open: v.boolean(),
  /** a public board that shows the machine */
  board: v.nullable(v.object({ type: BoardType, id: Id, title: v.string() })),
})
export type MomentCard = v.InferOutput<typeof MomentCard>
