import CountUp from 'react-countup'

/** A score as a page would have it that counts with react-countup. In the place of shared/src/display/numbers/Numerals.tsx. */
export function Numerals({ value, digits, className }: { value: bigint; digits: number; className?: string }) {
  return (
    <span
      className={className}
      style={{
        display: 'inline-block',
        minWidth: `${digits * 0.6}em`,
        textAlign: 'right',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <CountUp end={Number(value)} duration={1} separator="," preserveValue />
    </span>
  )
}
