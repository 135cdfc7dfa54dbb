import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
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

/** Places, marks and the names of regulars stand on picture after picture. */
const keptCharacters = 8_000_000

/** Paths of lines already set, by all that shapes them, from the left edge and the middle of their line. */
const kept = new LRUCache<string, string>({
  maxSize: keptCharacters,
  sizeCalculation: (path, key) => path.length + key.length,
})

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Where the last outline of a path ends, px: absolute coordinates, x before y. */
const endOf = (path: string) =>
  Math.max(0, ...(path.match(/-?\d*\.?\d+/g) ?? []).filter((_, at) => at % 2 === 0).map(Number))

/**
 * A line set from the right is never cut: satori cuts its beginning, and afterwards turns the words that it has cut. It is
 * set in as much room as it likes, and drawn smaller where that is too much.
 */
const mostRoom = 20_000

function placed(path: string, { left, middle, width, size, align }: Line): string {
  const end = endOf(path)
  const scale = Math.min(1, width / end)
  const share = { left: 0, center: 0.5, right: 1 }[align ?? 'left']
  return `translate(${(left + (width - end * scale) * share).toFixed(1)} ${(middle - size * 0.6 * scale).toFixed(1)}) scale(${scale.toFixed(3)})`
}

/** Texts as SVG outlines, so that nothing of a name is ever markup. */
export async function outlines(lines: readonly Line[]): Promise<string> {
  const { fonts, missing } = await fontsFor(lines.map(({ text, instead = '' }) => text + instead).join(''))
  const fontFamily = fonts.map(({ name }) => `'${name}'`).join(', ')
  /** Half a name would be another one. */
  const written = ({ text, instead }: Line) => {
    const known = [...text].filter((character) => !missing.has(character)).join('')
    return known === text ? text : (instead ?? known)
  }
  const parts: string[] = []
  for (const line of lines) {
    const { width, size, color, align = 'left', left, middle } = line
    const text = written(line)
    const isTurned = rightToLeft.test(text)
    const room = isTurned ? mostRoom : width
    const key = JSON.stringify([fontFamily, text, room, size, align])
    let path = kept.get(key)
    if (path === undefined) {
      // Setting holds up everything else that the process does.
      await nextTurn()
      const style = {
        display: 'block',
        position: 'absolute',
        left: 0,
        top: 0,
        width: room,
        height: size * 1.2,
        fontSize: size,
        lineHeight: 1.2,
        textAlign: isTurned ? 'left' : align,
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }
      const root = {
        type: 'div',
        props: {
          style: { display: 'flex', width: '100%', height: '100%', fontFamily, fontWeight: 700 },
          children: { type: 'div', props: { style, children: text } },
        },
      }
      const svg = await satori(root as Parameters<typeof satori>[0], { width: room, height: size * 1.2, fonts })
      // Masks and clips cost a hundred times what they hide: lines end in time.
      path = [...svg.matchAll(/<path fill=[^>]* d="([^"]*)"/g)].map(([, drawn]) => drawn).join('')
      kept.set(key, path)
    }
    if (path !== '')
      parts.push(
        `<path transform="${isTurned ? placed(path, line) : `translate(${left} ${(middle - size * 0.6).toFixed(1)})`}" fill="${color}" d="${path}"/>`,
      )
  }
  return parts.join('')
}
