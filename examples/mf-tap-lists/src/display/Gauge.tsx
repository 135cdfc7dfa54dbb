import css from './Gauge.module.css'

const bars = Array.from({ length: 10 }, (_, index) => index)

/** What is left of a keg, 0 to 100, as ten bars of a display. */
export function Gauge({ left }: { left: number }) {
  const lit = Math.ceil(left / 10)
  return (
    <svg
      className={left <= 10 ? `${css.gauge} ${css.low}` : css.gauge}
      viewBox="0 0 120 40"
      role="img"
      aria-label={`${Math.round(left)} % left`}
    >
      {bars.map((bar) => (
        <path
          key={bar}
          className={bar < lit ? `${css.bar} ${css.lit}` : css.bar}
          d={`M${bar * 11.6 + 4} 0h8l-4 40h-8z`}
        />
      ))}
    </svg>
  )
}
