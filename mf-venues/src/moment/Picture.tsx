import {
  Brand,
  digitCount,
  formatScore,
  nameOfPlayer,
  PlayerName,
  Stage,
  useLookOf,
  useScene,
} from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { MomentCard } from '@multiball/shared/schema'
import type { CSSProperties } from 'react'
import css from './Picture.module.css'

const [gold, green, amber] = ['#ffc629', '#4df08a', '#ff8a1f']

const colorOf = ({ kind, place }: MomentCard) => {
  if (kind === 'personal_best') return green
  return kind === 'game' && (place === null || place > 10) ? amber : gold
}

/** Shorter headings have dots of this size. */
const fewestLetters = 14

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' })

/** A score as it stood on the wall, in the machine's own kind of display. */
export function Picture({ card }: { card: MomentCard }) {
  return (
    <div className={css.frame}>
      <Stage background="#000000">
        <OnStage card={card} />
      </Stage>
    </div>
  )
}

function OnStage({ card }: { card: MomentCard }) {
  const { heading, standing, venuemachine, position, previous, kind, day } = card
  const { Banner, Figures, width, stage } = useLookOf(venuemachine.machine.display)
  useScene({ look: stage })
  const score = scoreFromWire(card.score)
  const digits = digitCount(score)
  const color = colorOf(card)
  const before = previous && scoreFromWire(previous.score)
  const holder = kind === 'personal_best' ? undefined : nameOfPlayer(previous?.player)
  return (
    <div className={css.picture} style={{ '--figures': width(digits), '--tint': color } as CSSProperties}>
      <p className={css.machine}>{venuemachine.machine.name}</p>
      <PlayerName name={venuemachine.venue.name} className={css.venue} isWhole />
      <Banner
        text={heading}
        color={color}
        atRest={Math.max(fewestLetters, heading.length + 2)}
        className={css.banner}
      />
      <Figures className={css.figures} value={score} digits={digits} glow still />
      <PlayerName name={nameOfPlayer(card.player) ?? `Player ${position}`} className={css.name} />
      {standing !== '' && <p className={css.detail}>{standing}</p>}
      {before !== null && (
        <p className={css.detail}>
          <strong>{`+${formatScore(score - before)}`}</strong> {`Before: ${formatScore(before)}`}
          {holder !== undefined && (
            <>
              {' · '}
              <bdi>{holder}</bdi>
            </>
          )}
        </p>
      )}
      <p className={css.foot}>
        <time dateTime={day}>{longDay.format(new Date(day))}</time>
        <Brand />
      </p>
    </div>
  )
}
