import type { ReactNode } from 'react'
import css from './Ways.module.css'

/** What all four have: lines in the colour of the text, with one thing lit. */
const drawn = (lines: string, lit: ReactNode) => () => (
  <svg className={css.drawing} viewBox="0 0 64 64" aria-hidden="true">
    <path d={lines} />
    {lit}
  </svg>
)

/** A cabinet from its side: backbox, playfield, legs. */
const cabinet = 'M7 4h14v27H7Z M5 31h16l34 8v8H5Z M9 47v13 M51 47v13'

/** A display that shows a code. */
export const CodeDrawing = drawn(
  `${cabinet} M32 6h28v16H32Z M21 14h11`,
  <path className={css.lit} d="M38 11v6 M43 11v6h5 M53 11v6" />,
)

/** A computer in the cabinet, which runs the game. */
export const ProgramDrawing = drawn(
  `${cabinet} M32 4h28v16H32Z M40 25h12 M46 20v5`,
  <path className={css.lit} d="M43 8.5l-4 3.5 4 3.5 M49 8.5l4 3.5-4 3.5" />,
)

/** A board with its chips, which sends. */
export const BoardDrawing = drawn(
  'M6 20h38v38H6Z M16 34h14v14H16Z M20 30v4 M26 30v4 M20 48v4 M26 48v4 M12 38h4 M12 44h4 M30 38h4 M30 44h4 M12 26h8 M38 28v0 M38 52v0',
  <path className={css.lit} d="M47 11a9 9 0 0 1 9 9 M47 4a15 15 0 0 1 15 15" />,
)

/** A score on paper, and a pencil. */
export const PaperDrawing = drawn(
  'M10 8h32v48H10Z M17 18h18 M17 38h10 M17 46h14 M56 14l-4-4-16 20-2 7 6-3Z',
  <path className={css.lit} d="M17 28h12" />,
)
