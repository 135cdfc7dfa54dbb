import { setImmediate as nextTurn } from 'node:timers/promises'
import satori from 'satori'
import { fontsFor } from './fonts'

/** A line of text in a picture; lengths in px. What is too wide ends in an ellipsis. */
export interface Line {
  text: string
  left: number
  /** of its middle */
  middle: number
  width: number
  size: number
  color: string
  /** where no face can write it */
  instead?: string
  align?: 'left' | 'center' | 'right'
}

/** Lines that are set without a pause: setting holds up everything else that the process does. */
const linesAtOnce = 4

/** Texts as SVG outlines, so that nothing of a name is ever markup. */
export async function outlines(lines: readonly Line[], canvas: { width: number; height: number }): Promise<string> {
  const { fonts, missing } = await fontsFor(lines.map(({ text, instead = '' }) => text + instead).join(''))
  const fontFamily = fonts.map(({ name }) => `'${name}'`).join(', ')
  /** Half a name would be another one. */
  const written = ({ text, instead }: Line) => {
    const known = [...text].filter((character) => !missing.has(character)).join('')
    return known === text ? text : (instead ?? known)
  }
  const element = (line: Line) => ({
    type: 'div',
    props: {
      style: {
        display: 'block', position: 'absolute', left: line.left, top: line.middle - line.size * 0.6, width: line.width, height: line.size * 1.2,
        fontSize: line.size, lineHeight: 1.2, color: line.color, textAlign: line.align ?? 'left', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis',
      },
      children: written(line),
    },
  })
  const parts: string[] = []
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    const children = lines.slice(at, at + linesAtOnce).map(element)
    const root = { type: 'div', props: { style: { display: 'flex', width: '100%', height: '100%', fontFamily, fontWeight: 700 }, children } }
    const svg = await satori(root as Parameters<typeof satori>[0], { ...canvas, fonts })
    // Masks and clips of the whole canvas cost a hundred times what they hide: lines end in time.
    parts.push((svg.match(/<path fill=[^>]*\/>/g) ?? []).join(''))
    await nextTurn()
  }
  return parts.join('')
}
