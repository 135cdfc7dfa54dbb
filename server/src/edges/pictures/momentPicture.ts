import type { MachineDisplay, MomentCard } from '@multiball/shared/schema'
import { cleanText, nameOf } from './boardPicture'

/** What the pictures of a card show. Everything of users is made safe to read here, and becomes outlines where it is drawn. */
export interface MomentPicture {
  display: MachineDisplay | null
  machine: string
  venue: string
  heading: string
  isRecord: boolean
  /** its digits */
  score: string
  name: string
  /** in place of a name that no face can write */
  unnamed: string
  /** see MomentCard */
  standing: string
  /** digits of what was beaten, and by how much; `name` is '' where there is none, and of one's own best */
  previous: { score: string; gain: string; name: string } | undefined
  /** '28 November 2026' */
  day: string
}

export const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function momentPictureOf(card: MomentCard): MomentPicture {
  const { kind, heading, standing, venuemachine, position, player, previous } = card
  const isOwnBest = kind === 'personal_best'
  const score = String(card.score)
  return {
    display: venuemachine.machine.display ?? null,
    machine: cleanText(venuemachine.machine.name),
    venue: cleanText(venuemachine.venue.name),
    heading,
    isRecord: kind.endsWith('_record'),
    score,
    name: nameOf(player, `Player ${position}`),
    unnamed: `Player ${position}`,
    standing,
    previous: previous
      ? {
          score: String(previous.score),
          gain: String(BigInt(score) - BigInt(previous.score)),
          name: isOwnBest ? '' : nameOf(previous.player, ''),
        }
      : undefined,
    day: longDay.format(new Date(card.day)),
  }
}

/** What a link to a card says. */
export function momentWordsOf(card: MomentCard): { title: string; description: string } {
  const { heading, score, machine, venue, name, unnamed, previous, day } = momentPictureOf(card)
  const who = name === unnamed ? 'At' : `${name} at`
  const before = previous ? ` Before: ${grouped(previous.score)}${previous.name && ` by ${previous.name}`}.` : ''
  return {
    title: `${heading}: ${grouped(score)} on ${machine}`,
    description: `${who} ${venue}, ${day}.${before}`,
  }
}
