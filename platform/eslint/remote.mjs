import { rules } from './preset.mjs'

/** Lint of a remote that is alone in its repository. */
export default rules({ pages: ['src/**'], sources: ['src/**'], displayed: ['src/display.tsx', 'src/display/**'], tsconfigs: 'tsconfig.json' })
