import css from './Artwork.module.css'
import { DotPanel } from './DotPanel'
import { SegmentScore } from './SegmentScore'

const centre = { x: 380, y: 340 }
const rayCount = 30

/** One ray of the fan, 5 of each 12 degrees, drawn out past the edges of the picture. */
function ray(at: number): string {
  const reach = 900
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${(centre.x + reach * Math.cos(angle)).toFixed(1)} ${(centre.y + reach * Math.sin(angle)).toFixed(1)}`
  }
  const start = at * 12 + 3
  return `M${centre.x} ${centre.y}L${point(start)} ${point(start + 5)}Z`
}
const rays = Array.from({ length: rayCount }, (_, at) => ray(at)).join('')

/** largest first */
const balls = [
  { x: 310, y: 288, radius: 95 },
  { x: 469, y: 215, radius: 64 },
  { x: 511, y: 338, radius: 39 },
]

/** The picture beside the login form: three balls, the name in dots, a score in segments. */
export const Artwork = () => (
  <div className={css.art} aria-hidden="true">
    <svg className={css.picture} viewBox="0 0 760 800" preserveAspectRatio="xMidYMid slice" focusable="false">
      <defs>
        <radialGradient id="art-glow" cx="50%" cy="4%" r="62%">
          <stop offset="0" stopColor="#ff8a1f" stopOpacity="0.26" />
          <stop offset="0.55" stopColor="#ff8a1f" stopOpacity="0.07" />
          <stop offset="1" stopColor="#ff8a1f" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="art-rays" gradientUnits="userSpaceOnUse" cx={centre.x} cy={centre.y} r="480">
          <stop offset="0" stopColor="#ff8a1f" stopOpacity="0.3" />
          <stop offset="0.25" stopColor="#ff8a1f" stopOpacity="0.13" />
          <stop offset="0.6" stopColor="#ff8a1f" stopOpacity="0.08" />
          <stop offset="1" stopColor="#ff8a1f" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="760" height="800" fill="#000000" />
      <path d={rays} fill="url(#art-rays)" />
      <rect width="760" height="800" fill="url(#art-glow)" />
    </svg>
    <svg className={css.picture} viewBox="0 0 760 800" focusable="false">
      <defs>
        <radialGradient id="art-ball" cx="40%" cy="36%" r="70%" fx="34%" fy="27%">
          <stop offset="0" stopColor="#ffffff" />
          <stop offset="0.16" stopColor="#f4f5f9" />
          <stop offset="0.42" stopColor="#c3c8d4" />
          <stop offset="0.72" stopColor="#7d8494" />
          <stop offset="0.9" stopColor="#444a55" />
          <stop offset="1" stopColor="#272b32" />
        </radialGradient>
        <radialGradient id="art-halo">
          <stop offset="0.7" stopColor="#ff9a3d" stopOpacity="0.2" />
          <stop offset="1" stopColor="#ff9a3d" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx={balls[0]?.x} cy={balls[0]?.y} r="140" fill="url(#art-halo)" />
      {balls.map(({ x, y, radius }) => (
        <circle key={x} cx={x} cy={y} r={radius} fill="url(#art-ball)" />
      ))}
      <DotPanel x={63} y={422} width={634} text="MULTIBALL" />
      <SegmentScore right={680} y={570} height={84} text="1,284,906,530" />
    </svg>
  </div>
)
