/* A digit is 56 wide and 100 high; its seven bars are 15 thick with their corners cut. */
const bars: Record<string, string> = {
  top: 'M8 0H48L54 6L39 15H17L2 6Z',
  topRight: 'M55 8L56 12V44L50 49L41 42V18Z',
  bottomRight: 'M50 51L56 56V88L55 92L41 82V58Z',
  bottom: 'M17 85H39L54 94L48 100H8L2 94Z',
  bottomLeft: 'M6 51L15 58V82L1 92L0 88V56Z',
  topLeft: 'M1 8L15 18V42L6 49L0 44V12Z',
  middle: 'M16 43H40L48 50L40 57H16L8 50Z',
}
const lit: Record<string, string> = {
  '0': 'top topRight bottomRight bottom bottomLeft topLeft',
  '1': 'topRight bottomRight',
  '2': 'top topRight middle bottomLeft bottom',
  '3': 'top topRight middle bottomRight bottom',
  '4': 'topLeft middle topRight bottomRight',
  '5': 'top topLeft middle bottomRight bottom',
  '6': 'top topLeft middle bottomLeft bottomRight bottom',
  '8': 'top topRight bottomRight bottom bottomLeft topLeft middle',
  '9': 'top topLeft topRight middle bottomRight bottom',
}
const outline = (names: readonly string[]) => names.map((name) => bars[name]).join('')
const everyBar = outline(Object.keys(bars))

const advance = 66
const commaWidth = 16

interface SegmentScoreProps {
  /** where the last digit ends */
  right: number
  y: number
  height: number
  /** digits and commas */
  text: string
}

/** A score in segments, its unlit ones faintly there. */
export function SegmentScore({ right, y, height, text }: SegmentScoreProps) {
  let x = 0
  const cells = [...text].map((character, at) => {
    const cell = { character, x, at }
    x += character === ',' ? commaWidth : advance
    return cell
  })
  const scale = height / 100
  const width = (x - (advance - 56)) * scale
  const digits = cells.filter(({ character }) => character !== ',')
  const shapes = cells.map(({ character, x: left, at }) => (
    <path
      key={at}
      transform={`translate(${left} 0)`}
      d={character === ',' ? 'M-6 86H8V98L0 114H-7L-2 100H-6Z' : outline((lit[character] ?? '').split(' '))}
    />
  ))
  return (
    <g transform={`translate(${right - width} ${y}) scale(${scale}) skewX(-5)`} fill="#ffc629">
      <defs>
        <filter id="art-segment-glow" x="-10%" y="-60%" width="120%" height="220%">
          <feGaussianBlur stdDeviation="14" />
        </filter>
      </defs>
      <g opacity="0.11">
        {digits.map(({ x: left, at }) => (
          <path key={at} transform={`translate(${left} 0)`} d={everyBar} />
        ))}
      </g>
      <g filter="url(#art-segment-glow)" opacity="0.55">
        {shapes}
      </g>
      {shapes}
    </g>
  )
}
