import { rules } from './platform/eslint/preset.mjs'

export default [
  ...rules({
    pages: ['shared/**', 'shell/**', 'mf-*/**'],
    sources: ['shared/src/**', 'shell/src/**', 'mf-*/src/**'],
    displayed: ['embed/src/**', 'mf-viewer/src/**', 'mf-*/src/display/**', ...['boards', 'client', 'display', 'embedding', 'live', 'remotes', 'schema'].map((room) => `shared/src/${room}/**`)],
    tsconfigs: '*/tsconfig.json',
  }),
  // What their settings extend is in the packed platform, with which lint checks this in their own repositories.
  { files: ['examples/mf-*/**'], languageOptions: { parserOptions: { projectService: false } }, rules: { '@typescript-eslint/no-floating-promises': 'off' } },
]
