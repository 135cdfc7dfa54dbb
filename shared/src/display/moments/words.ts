import type { Moment } from '@multiball/shared/schema'
import { momentTitles, scoreFromWire } from '@multiball/shared/schema'
import { cleanName, nameOfPlayer } from '../names/nameFace'
import { formatScore } from '../numbers/score'

/** Whose score it was, and what it was. */
interface Holder {
  name: string
  initials?: string
  score: bigint
}

/** A moment as a screen tells it. */
export interface MomentView {
  title: readonly [string, string]
  machine: string
  venue: string
  /** undefined where it is a game's as a whole */
  holder?: Holder
  previous?: Holder
}

const holderOf = ({
  player,
  position,
  score,
}: Pick<NonNullable<Moment['previous']>, 'player' | 'position' | 'score'>) => ({
  name: nameOfPlayer(player) ?? `Player ${position}`,
  initials: player?.initials,
  score: scoreFromWire(score),
})

/** Of a kind that is known. Unclaimed scores are those of "Player 2", as on scoreboards. */
export const viewOf = ({ kind, venuemachine, player, position, score, previous, mark }: Moment): MomentView => ({
  title: mark === undefined ? (momentTitles[kind] ?? ['', '']) : ['Passed', formatScore(scoreFromWire(mark))],
  machine: cleanName(venuemachine.machine.name),
  venue: cleanName(venuemachine.venue.name),
  ...(position !== null && score !== null && { holder: holderOf({ player, position, score }) }),
  ...(previous && { previous: holderOf(previous) }),
})

const said = ({ name, score }: Holder) => `${name}, ${formatScore(score)}`

/** The same for those who cannot see it. */
export const sentenceOf = ({ title, machine, holder, previous }: MomentView): string =>
  [
    `${title.join(' ')} on ${machine}${holder ? `: ${said(holder)}` : ''}.`,
    ...(previous ? [`Before: ${said(previous)}.`] : []),
  ].join(' ')
