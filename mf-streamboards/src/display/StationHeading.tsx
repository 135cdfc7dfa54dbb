import { ChromeBall, nameFace, Spoken } from '@multiball/shared/display'
import type { Heading } from './arrange/arrangement'
import { placeOf, type Box } from './arrange/boxes'
import { titleSize } from './arrange/textSizes'
import { ModeBanner } from './ModeBanner'
import css from './StationHeading.module.css'
import type { Station } from './streamView'

interface StationHeadingProps {
  heading: Heading
  /** the panel, which the heading is placed in */
  origin: Box
  station: Station
  unit: number
  /** undefined where another heading has it */
  mark: MarkState | undefined
  winnerMachineTitle: string | null
}

/** A plate so large says the mode in dots. */
const matrixUnits = { width: 250, height: 150 }

/** Which machine, what goes on in its game, and the ball in play. */
export function StationHeading({ heading, origin, station, unit, mark, winnerMachineTitle }: StationHeadingProps) {
  const { box, form, parts, isMirrored } = heading
  const { machine, game } = station
  const has = { machine: parts.includes('machine'), mode: parts.includes('mode'), ball: parts.includes('ball') }
  const isMatrix = form === 'plate' && box.width >= matrixUnits.width * unit && box.height >= matrixUnits.height * unit
  const ball = game && !game.settled_on ? (game.current_ball ?? 0) : 0
  const titleClass = `mb-machine ${css.machine} ${nameFace(machine) === 'wide' ? css.wide : ''}`
  // Towards another machine that stands before it in the panel.
  const inner = 6 * unit
  const rules = [box.x > origin.x + inner && css.ruleLeft, box.y > origin.y + inner && css.ruleTop]
  const classes = ['mb-heading', css.heading, ...rules, css[form], isMirrored && css.mirrored].filter(Boolean).join(' ')

  return (
    <header
      className={classes}
      style={placeOf({ ...box, x: box.x - origin.x, y: box.y - origin.y })}
      data-heading={form}
    >
      {has.machine && (
        <h2 className={titleClass} style={{ fontSize: titleSize(heading, machine, unit) }}>
          {machine}
        </h2>
      )}
      {has.mode && (
        <ModeBanner
          className={`mb-mode ${isMatrix ? css.matrix : css.mode}`}
          {...{ station, isMatrix, winnerMachineTitle }}
        />
      )}
      {(has.ball || mark) && (
        <span className={css.end}>
          {has.ball && ball > 0 && (
            <span className={`${css.ball} mb-ball`}>
              <ChromeBall />
              <Spoken>Ball </Spoken>
              {form === 'plate' && (
                <span className={css.word} aria-hidden="true">
                  Ball
                </span>
              )}
              <span>{ball}</span>
            </span>
          )}
          {mark && <StatusMark state={mark} />}
        </span>
      )}
    </header>
  )
}

/** live: scores come as they happen; waiting: they come late, or not at all. */
type MarkState = 'live' | 'waiting'

const names: Record<MarkState, string> = { live: 'Live', waiting: 'Not live' }

/** Tells the streamer, and hardly anybody else, whether the scores are live: another shape, then another colour. */
const StatusMark = ({ state }: { state: MarkState }) => (
  <svg
    className={`${css.mark} mb-status`}
    viewBox="0 0 20 20"
    role="img"
    aria-label={names[state]}
    data-state={state}
    focusable="false"
  >
    {state === 'live' && <circle className={css.live} cx="10" cy="10" r="7" />}
    {state === 'waiting' && <path className={css.waiting} d="M10 2.5 17.5 10 10 17.5 2.5 10Z" />}
  </svg>
)
