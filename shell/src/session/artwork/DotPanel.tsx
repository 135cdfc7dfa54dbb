/** Rows of five dots each, top to bottom; only the letters that the name needs. */
const letters: Record<string, readonly string[]> = {
  A: ['..#..', '.#.#.', '#...#', '#...#', '#####', '#...#', '#...#'],
  B: ['####.', '.#..#', '.#..#', '.###.', '.#..#', '.#..#', '####.'],
  I: ['.###.', '..#..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  L: ['#....', '#....', '#....', '#....', '#....', '#....', '#####'],
  M: ['#...#', '##.##', '#.#.#', '#.#.#', '#...#', '#...#', '#...#'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  U: ['#...#', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
}
const rowCount = 7
const advance = 6
const margin = 2

interface DotPanelProps {
  x: number
  y: number
  width: number
  text: string
}

/** A dot matrix with the text in its middle, two unlit rows above and below. */
export function DotPanel({ x, y, width, text }: DotPanelProps) {
  const columns = text.length * advance - 1 + 2 * margin
  const pitch = width / columns
  const height = (rowCount + 2 * margin) * pitch
  const lit = [...text].flatMap((letter, at) =>
    (letters[letter] ?? []).flatMap((row, rowAt) =>
      [...row].flatMap((dot, columnAt) =>
        dot === '#' ? [{ column: margin + at * advance + columnAt, row: margin + rowAt }] : [],
      ),
    ),
  )
  return (
    <g transform={`translate(${x} ${y})`}>
      <defs>
        <pattern id="art-unlit" width={pitch} height={pitch} patternUnits="userSpaceOnUse">
          <circle cx={pitch / 2} cy={pitch / 2} r={pitch * 0.33} fill="#ff8a1f" opacity="0.13" />
        </pattern>
        <filter id="art-dot-glow" x="-10%" y="-60%" width="120%" height="220%">
          <feGaussianBlur stdDeviation="9" />
        </filter>
      </defs>
      <rect
        x="-3"
        y="-3"
        width={width + 6}
        height={height + 6}
        rx="10"
        fill="#0b0a09"
        stroke="#2a251f"
        strokeWidth="2"
      />
      <rect width={width} height={height} fill="url(#art-unlit)" />
      <g fill="#ff8a1f" filter="url(#art-dot-glow)" opacity="0.5">
        {lit.map(({ column, row }) => (
          <circle key={`${column} ${row}`} cx={(column + 0.5) * pitch} cy={(row + 0.5) * pitch} r={pitch * 0.6} />
        ))}
      </g>
      <g fill="#ff8f2a">
        {lit.map(({ column, row }) => (
          <circle key={`${column} ${row}`} cx={(column + 0.5) * pitch} cy={(row + 0.5) * pitch} r={pitch * 0.44} />
        ))}
      </g>
    </g>
  )
}
