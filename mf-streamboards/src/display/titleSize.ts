import type { Heading } from './arrangement'

/** Width of a capital of the heavy condensed face, in em. */
const letterWidth = 0.44
/** Left and right of a heading. */
const paddingUnits = 30

/** How large, in px, a machine's title is set: as large as its heading allows, smaller the longer it is. */
export function titleSize({ box, form, parts }: Pick<Heading, 'box' | 'form' | 'parts'>, title: string, unit: number): number {
  const ofHeight = { plate: 0.24, lines: 1, line: 0.64 }[form]
  const largest = Math.min((form === 'plate' ? 44 : 34) * unit, box.height * ofHeight)
  const lines = form === 'plate' ? 1.8 : 1
  const share = form === 'line' && parts.includes('mode') ? 0.5 : form === 'lines' ? 0.72 : 0.86
  const longestWord = Math.max(...title.split(/[\s-]/).map(({ length }) => length))
  const letters = Math.max(title.length / lines, form === 'plate' ? longestWord : 8)
  const fitting = ((box.width - paddingUnits * unit) * share) / (letters * letterWidth)
  const least = form === 'line' ? 14 : 20
  return Math.round(Math.max(least * unit, Math.min(largest, fitting)))
}
