import {
  digitCount,
  FollowShown,
  nameOfPlayer,
  Numerals,
  numeralsWidth,
  PlayerName,
  useBeat,
  useMachineLook,
  useShown,
  useStage,
} from '@multiball/shared/display'
import { scoreFromWire, type Chase, type Game, type Player } from '@multiball/shared/schema'
import type { CSSProperties } from 'react'
import { accentStyle } from '../accentStyle'
import type { PlayerLine } from '../playerLines'
import css from './ChaseLine.module.css'
import { raceOf, wordsAt, type Step } from './race'

interface ChaseLineProps {
  chase: Chase
  game: Game
  lines: readonly PlayerLine[]
  className?: string
}

const passing: Keyframe[] = [
  { transform: 'none', filter: 'brightness(2.6)' },
  { transform: 'scale(1.025)', filter: 'brightness(2.6)', offset: 0.2 },
  { transform: 'none', filter: 'none' },
]

const isSamePlayer = (one: Player | null | undefined, other: Player | null) =>
  one?.id === other?.id && one?.cached_display_name === other?.cached_display_name

/** One line of what there is to beat, which comes closer: whose record, how much is left, that it is passed. */
export function ChaseLine({ chase, game, lines, className }: ChaseLineProps) {
  const { palette, shape } = useStage()
  const { width } = useMachineLook()
  const [step, slot] = useRace(chase, game)
  const line = useBeat<HTMLDivElement>(step === 'passed' || step === 'made' ? step : '', passing)
  const record = scoreFromWire(chase.score)
  const score = lines.find(({ position }) => position === slot)?.score ?? 0n
  const isAhead = step === 'passed' || step === 'made'
  const digits = digitCount(record)
  const style = {
    ...accentStyle(palette, slot || 1, isAhead ? 'lit' : 'row'),
    '--ems': shape === 'tall' ? numeralsWidth(digits) : width(digits),
  } as CSSProperties
  const { name, after } = wordsAt(step, chase)
  return (
    <div
      ref={line}
      className={[css.line, isAhead && css.ahead, className].filter(Boolean).join(' ')}
      style={style}
      data-chase={step}
    >
      <p className={css.words}>
        {!isAhead && (
          <i className={css.way} style={{ transform: `translateX(${(shareOf(score, record) - 1) * 100}%)` }} />
        )}
        <span className={chase.of === 'leaderboard' ? `${css.name} ${css.title}` : css.name} dir="auto">
          {name}
        </span>{' '}
        {after && <span className={css.after}>{after}</span>} <Who {...{ step, slot, chase, game, lines }} />
      </p>
      {/* A new record stands as a score below. */}
      {step !== 'made' && (
        <p className={css.number}>
          {step === 'passed' && <span className={css.sign}>+</span>}
          <ChaseNumber key={`${step} ${slot} ${record}`} {...{ step, slot, record, score }} />
          {step === 'near' && <span className={css.sign}> to go</span>}
        </p>
      )}
    </div>
  )
}

function useRace(chase: Chase, game: Game): [step: Step, slot: number] {
  const [step, slot] = useShown((shown) => {
    const race = raceOf(chase, game, shown)
    return `${race.step} ${race.slot}`
  }).split(' ')
  return [step as Step, Number(slot)]
}

/** Between 0 and 1, exact enough for a pixel. */
const shareOf = (score: bigint, record: bigint) =>
  score <= 0n || record <= 0n ? 0 : Math.min(1, Number((score * 10_000n) / record) / 10_000)

/** Whose record it is, or who is past it. */
function Who({ step, slot, chase, game, lines }: ChaseLineProps & { step: Step; slot: number }) {
  const line = lines.find(({ position }) => position === slot)
  if (line && (step === 'passed' || step === 'made'))
    return <PlayerName className={css.who} name={line.name} initials={line.initials} />
  const chaser = game.scores.find(({ position }) => position === slot)?.player
  if (chaser && isSamePlayer(chaser, chase.player)) return <span className={css.who}>your own</span>
  const holder = nameOfPlayer(chase.player)
  return holder ? <PlayerName className={css.who} name={holder} initials={chase.player?.initials} /> : null
}

interface NumberProps {
  step: Step
  slot: number
  record: bigint
  /** of the player in that slot */
  score: bigint
}

/** The record; while it comes closer what is left to it, once it is passed by how much, each as far as the score on show. */
function ChaseNumber({ step, slot, record, score }: NumberProps) {
  const { shape } = useStage()
  const { Figures } = useMachineLook()
  const Digits = shape === 'tall' ? Numerals : Figures
  const of = (shown: bigint) => (step === 'near' ? (record > shown ? record - shown : 0n) : shown - record)
  if (step === 'far') return <Digits value={record} digits={digitCount(record)} />
  const value = of(score)
  return (
    <FollowShown name={slot} of={of}>
      <Digits value={value} digits={digitCount(step === 'near' ? record : value)} />
    </FollowShown>
  )
}
