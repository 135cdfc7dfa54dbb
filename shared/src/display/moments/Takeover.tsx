import type { MachineDisplay } from '@multiball/shared/schema'
import { useContext, useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { ClockContext } from '../clock'
import { tint } from '../colors/palette'
import { useLookOf } from '../looks/machineLook'
import { useLettersOf } from '../names/letters'
import { PlayerName } from '../names/PlayerName'
import { Numerals } from '../numbers/Numerals'
import { digitCount } from '../numbers/score'
import { BoardHeader, HeaderLine } from '../stage/BoardHeader'
import { Stage } from '../stage/Stage'
import { StageThemeContext, useScene, useStage } from '../stage/stageContext'
import { showMs } from './queue'
import css from './Takeover.module.css'
import { useTimes } from './timing'
import type { MomentView } from './words'

/** ms after the beginning at which each part begins. */
const times = {
  /** a sheet of gold covers the wall in 320 ms: seen from the corner of an eye */
  cover: 0,
  /** all is covered: the scene is made behind it, which would hold up what moves */
  open: 320,
  /** its words have stood for as long as it takes to turn one's head and read them */
  uncover: 1300,
  /** the old record has been seen for half a second: the number goes on from there, and its holder makes room */
  roll: 2200,
  /** numbers have counted for a second: by how much */
  arrive: 3200,
  /** all of it has stood for two and a half seconds: the board comes back */
  leave: showMs - 320,
}

interface TakeoverProps {
  view: MomentView
  /** ms since 1970 */
  beganAt: number
  look: MachineDisplay | null | undefined
  foot: ReactNode
}

/** A record has the whole screen: what it is, whose it was, and the number that goes past it on the machine's own display. */
export function Takeover({ view, beganAt, look, foot }: TakeoverProps) {
  const { palette, cover } = useStage()
  const { since, style } = useTimes(beganAt, times)
  const isCovered = useHasPassed(times.open - since)
  const isLeaving = useHasPassed(times.leave - since)
  // A board that is not seen is not drawn: 80 numbers may count on it.
  useEffect(() => {
    cover?.(isCovered && !isLeaving)
    return () => cover?.(false)
  }, [cover, isCovered, isLeaving])
  // They are on their way while the sheet is seen.
  useLettersOf(`${view.machine} ${view.venue}`)
  useLookOf(look)
  return (
    <div className={css.takeover} style={style}>
      {isCovered && (
        <Stage background={palette.page} variant="leaderboard">
          <Scene view={view} beganAt={beganAt} look={look} />
          {foot}
        </Stage>
      )}
      <div className={css.sheet}>
        {/* A partner's colours are those of the board, not of the sheet on it. */}
        <StageThemeContext value={{}}>
          <Stage background={palette.gold}>
            <SheetWords view={view} />
          </Stage>
        </StageThemeContext>
      </div>
    </div>
  )
}

function SheetWords({ view: { title, machine } }: { view: MomentView }) {
  return (
    <div className={css.words} style={{ '--chars': Math.max(...title.map(({ length }) => length)) } as CSSProperties}>
      {title.map((line) => (
        <p key={line} className={css.title}>
          {line}
        </p>
      ))}
      <p className={css.on}>{machine}</p>
    </div>
  )
}

function useHasPassed(ms: number): boolean {
  const clock = useContext(ClockContext)
  const [hasPassed, setHasPassed] = useState(ms <= 0)
  useEffect(() => (ms > 0 ? clock.after(ms, () => setHasPassed(true)) : undefined), [clock, ms])
  return hasPassed
}

function Scene({ view, beganAt, look }: Omit<TakeoverProps, 'foot'>) {
  const { title, machine, venue, holder, previous } = view
  const { palette } = useStage()
  const { Banner, Figures, width, stage } = useLookOf(look)
  const { since, style: delays } = useTimes(beganAt, times)
  const isNew = useHasPassed(times.roll - since)
  useScene({ variant: 'leaderboard', look: stage })
  if (!holder) return null
  const digits = digitCount(holder.score)
  const style = {
    ...delays,
    '--ems': width(digits),
    '--accent': palette.gold,
    '--w-unlit': palette.tone === 'dark' ? tint(palette.gold, 0.11) : palette.unlit,
    '--w-glow': palette.tone === 'dark' ? tint(palette.gold, 0.6) : 'transparent',
  } as CSSProperties
  return (
    <>
      <BoardHeader name={machine} least={62} room={3050} below={venue && <HeaderLine>{venue}</HeaderLine>} />
      <Banner className={css.banner} text={title.join(' ')} color={gold} />
      <div className={isNew ? css.body : `${css.body} ${css.standing}`} style={style}>
        <div className={css.head}>
          <div className={css.names}>
            {previous && <Hero className={css.old} {...previous} />}
            <Hero className={css.name} {...holder} />
          </div>
          {previous && <Amount className={css.margin} sign="+" value={holder.score - previous.score} />}
        </div>
        <span className={css.score}>
          <Figures value={isNew ? holder.score : (previous?.score ?? 0n)} digits={digits} glow={isNew} />
        </span>
        {previous && (
          <p className={css.previous}>
            <span className={css.label}>Before</span>
            <PlayerName className={css.before} name={previous.name} initials={previous.initials} />
            <span className={css.leader} />
            <Amount className={css.beaten} value={previous.score} />
          </p>
        )}
      </div>
    </>
  )
}

/** A long name is smaller before it is made shorter. */
const Hero = ({ name, initials, className }: { name: string; initials?: string; className?: string }) => (
  <div className={className} style={{ '--chars': name.length } as CSSProperties}>
    <PlayerName name={name} initials={initials} />
  </div>
)

/** Of the machine's banner, which is black whatever the board's colour is. */
const gold = '#ffc629'

const Amount = ({ value, sign, className }: { value: bigint; sign?: string; className?: string }) => (
  <span className={`${css.amount} ${className ?? ''}`}>
    {sign}
    <Numerals value={value} digits={digitCount(value)} />
  </span>
)
