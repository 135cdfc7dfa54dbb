import { timeOfDay, useNow } from '@multiball/shared/display'
import css from './ColorBars.module.css'
import type { IdleImageProps } from './PixelScreen'

const bars = ['#d9d0c0', '#d9b83a', '#3fc1d9', '#55cb7d', '#d07bb1', '#da5c49', '#5a77db']
const below = ['#5a77db', '#0b0a09', '#d07bb1', '#0b0a09', '#3fc1d9', '#0b0a09', '#d9d0c0']
const greys = [
  '#12110f',
  '#24221f',
  '#373430',
  '#4b4742',
  '#605b54',
  '#767067',
  '#8d867b',
  '#a49c90',
  '#bcb3a5',
  '#d9d0c0',
]

const Stripes = ({ colors, className }: { colors: readonly string[]; className: string | undefined }) => (
  <div className={className}>
    {colors.map((background, at) => (
      <div key={at} className={css.stripe} style={{ background }} />
    ))}
  </div>
)

/** A test card, over which a pinball wanders from edge to edge. */
export function ColorBars({ isMoving }: IdleImageProps) {
  const now = useNow(isMoving ? 60_000 : undefined)
  return (
    <div className={css.card} data-moving={isMoving || undefined} aria-hidden="true">
      <Stripes className={css.bars} colors={bars} />
      <Stripes className={css.below} colors={below} />
      <div className={css.foot}>
        <span className={css.words}>STAND BY</span>
        <span className={css.time}>{timeOfDay(now, now)}</span>
        <Stripes className={css.greys} colors={greys} />
      </div>
      <div className={css.room}>
        <div className={css.sideways}>
          <div className={css.upDown}>
            <Ball />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Meridians of a sphere, between which it mirrors the bars. */
const meridians = Array.from({ length: bars.length + 1 }, (_, at) => 84 * Math.sin((at / bars.length - 0.5) * 2.5))
const arc = (bulge: number, isBack: boolean) =>
  `A ${Math.abs(bulge)} 62 0 0 ${bulge > 0 === isBack ? 0 : 1} 100 ${isBack ? 22 : 146}`
const band = (at: number) => `M 100 22 ${arc(meridians[at]!, false)} ${arc(meridians[at + 1]!, true)} Z`

const Ball = () => (
  <svg className={css.ball} viewBox="0 0 200 200" focusable="false">
    <defs>
      <radialGradient id="mb-bars-chrome" cx="0.42" cy="0.3" r="0.75">
        <stop offset="0" stopColor="#fff" />
        <stop offset="0.22" stopColor="#cfd6e0" />
        <stop offset="0.55" stopColor="#7d858f" />
        <stop offset="0.82" stopColor="#2c3038" />
        <stop offset="1" stopColor="#6a7079" />
      </radialGradient>
      <radialGradient id="mb-bars-light" cx="0.38" cy="0.26" r="0.3">
        <stop offset="0" stopColor="#fff" stopOpacity="0.95" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="mb-bars-floor" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0.52" stopColor="#0b0d10" stopOpacity="0" />
        <stop offset="0.66" stopColor="#0b0d10" stopOpacity="0.92" />
        <stop offset="1" stopColor="#3a3f48" stopOpacity="0.75" />
      </linearGradient>
    </defs>
    <circle cx="100" cy="100" r="100" fill="#0b0a09" />
    <circle cx="100" cy="100" r="90" fill="url(#mb-bars-chrome)" />
    {bars.map((fill, at) => (
      <path key={fill} d={band(at)} fill={fill} opacity="0.62" />
    ))}
    <circle cx="100" cy="100" r="90" fill="url(#mb-bars-floor)" />
    <circle cx="100" cy="100" r="90" fill="url(#mb-bars-light)" />
  </svg>
)
