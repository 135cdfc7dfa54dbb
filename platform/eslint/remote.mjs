import { existsSync } from 'node:fs'
import { rules } from './preset.mjs'

/** What a remote's settings extend is packed for it; the examples in this repository have it elsewhere. */
const hasTypes = existsSync(new URL('../tsconfig.base.json', import.meta.url))

/** Lint of a remote that is alone in its repository. */
export default rules({
  pages: ['src/**'],
  sources: ['src/**'],
  displayed: ['src/display.tsx', 'src/display/**'],
  tsconfigs: 'tsconfig.json',
  types: hasTypes ? { projectService: true } : undefined,
})
