import { rules } from './platform/eslint/preset.mjs'

export default rules({
  pages: ['shared/**', 'shell/**', 'mf-*/**'],
  sources: ['shared/src/**', 'shell/src/**', 'mf-*/src/**'],
  displayed: [
    'embed/src/**',
    'mf-viewer/src/**',
    'mf-*/src/display/**',
    ...['boards', 'client', 'display', 'embedding', 'glyphs', 'live', 'remotes', 'schema'].map(
      (room) => `shared/src/${room}/**`,
    ),
  ],
  tsconfigs: '*/tsconfig.json',
  // All as one program: each package as its own would check shared again.
  types: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
})
