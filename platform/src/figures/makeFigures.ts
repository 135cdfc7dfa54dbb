import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { makeFiguresFont } from './figuresFont'

/** Where pages take it from. */
export const fontFile = path.resolve(import.meta.dirname, '../../../shared/src/display/figures/multiball-figures-700.woff2')

/** The font of compact scores, made of the installed face. shared/src/display/numbers/score.ts counts with the same widths. */
export function figuresFont(): Buffer {
  const source = createRequire(fontFile).resolve('@fontsource/saira-extra-condensed/files/saira-extra-condensed-latin-700-normal.woff')
  const digits = [...'-0123456789'].map((character) => ({ character, width: 418 }))
  return makeFiguresFont(readFileSync(source), [...digits, { character: ',', width: 200 }], 'Multiball Figures', 'SIL Open Font License 1.1')
}
