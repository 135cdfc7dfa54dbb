import { rules } from './platform/eslint/preset.mjs'

export default rules({
  pages: ['shared/**', 'shell/**', 'mf-*/**'],
  sources: ['shared/src/**', 'shell/src/**', 'mf-*/src/**'],
  tsconfigs: '*/tsconfig.json',
})
