import { writeFileSync } from 'node:fs'
import { figuresFont, fontFile } from './figuresFont'

/* node platform/run.mjs platform/src/figures/makeFigures.cli.ts: writes the font of compact scores again. */

const font = figuresFont()
writeFileSync(fontFile, font)
console.log(`${font.length} bytes`)
