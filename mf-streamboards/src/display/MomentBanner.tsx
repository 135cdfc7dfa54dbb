import { digitCount, Numerals, PlayerName, useLettersOf, type MomentView } from '@multiball/shared/display'
import type { Heading } from './arrange/arrangement'
import { placeOf } from './arrange/boxes'
import { titleSize } from './arrange/textSizes'
import css from './MomentBanner.module.css'

export interface MomentBannerProps {
  view: MomentView
  /** what it lies over, so that no camera and no score is covered */
  heading: Heading
  /** as the overlay calls who made it, which may be another name than the game's; undefined where it says none */
  calledName: string | undefined
  unit: number
}

/** Sizes of the name, in shares of the heading's height and at most so many units; a plate has two lines of title above it. */
const nameShares = { line: 0.56, lines: 0.27, plate: 0.2 }
const largestName = 30
const plateTitle = 0.18

/** A record, in the highlight's colour where else the machine and its mode stand: solid and large, as video is compressed. */
export function MomentBanner({ view: { title, holder }, heading, calledName, unit }: MomentBannerProps) {
  const { box, form, isMirrored } = heading
  const words = title.join(' ')
  const largest = form === 'plate' ? box.height * plateTitle : Infinity
  const name = calledName ?? holder?.name
  useLettersOf(name ?? '')
  return (
    <div
      className={['mb-moment', css.moment, css[form], isMirrored && css.mirrored].filter(Boolean).join(' ')}
      style={placeOf(box)}
    >
      <p className={css.title} style={{ fontSize: Math.min(titleSize(heading, words, unit), largest) }}>
        {words}
      </p>
      {holder && (
        <div className={css.who} style={{ fontSize: Math.min(box.height * nameShares[form], largestName * unit) }}>
          <div className={css.name}>
            <PlayerName name={name!} initials={calledName === undefined ? holder.initials : undefined} />
          </div>
          {form !== 'line' && <Numerals value={holder.score} digits={digitCount(holder.score)} />}
        </div>
      )}
    </div>
  )
}
