import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RemoteName } from '@multiball/shared/schema'
import * as v from 'valibot'

/** Versions that a new remote's package names; exact ones, as everywhere. */
export interface Pins {
  shared: string
  platform: string
  react: string
  jotai: string
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** The names that follow from a remote's: `mf-prize-draws` → `/prize-draws`, `Prize draws`, `PrizeDraws`. */
export function namesOf(remote: string) {
  const words = remote.slice('mf-'.length).split('-').filter(Boolean)
  return { path: `/${words.join('-')}`, label: capital(words.join(' ')), component: words.map(capital).join('') }
}

/** Its sources, with names to fill in; as text, since they belong to no package yet. */
const template = path.join(import.meta.dirname, 'template')

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/**
 * The files of a new remote, by their path in its folder: one page with a test, which builds, ships and stands in the
 * navigation as it is.
 */
export function scaffold(remote: string, pins: Pins): Record<string, string> {
  const { path: pathname, label, component } = namesOf(v.parse(RemoteName, remote))
  const fill = (file: string) =>
    readFileSync(path.join(template, `${file}.txt`), 'utf8').replaceAll('__Component__', component).replaceAll('__path__', pathname).replaceAll('__Label__', label)
  return {
    'package.json': json({
      name: `@multiball/${remote}`,
      version: '1.0.0',
      private: true,
      license: 'MIT',
      type: 'module',
      scripts: { dev: 'multiball dev' },
      dependencies: { '@multiball/shared': pins.shared, jotai: pins.jotai, react: pins.react, 'react-dom': pins.react },
      devDependencies: { '@multiball/platform': pins.platform },
    }),
    'remote.json': json({
      routes: [{ path: `${pathname}/*`, expose: './routes' }],
      navigation: { label, path: pathname, icon: 'settings', order: 100 },
      exposes: { './routes': './src/routes.tsx' },
      requires: { shared: `^${pins.shared}`, react: `^${pins.react.split('.')[0]}.0.0` },
    }),
    'tsconfig.json': json({
      extends: '../tsconfig.base.json',
      compilerOptions: { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node', 'jest', '@testing-library/jest-dom'] },
      include: ['src', '../platform/types'],
      references: [{ path: '../shared' }],
    }),
    'src/routes.tsx': fill('routes.tsx'),
    [`src/pages/${component}Page.tsx`]: fill('Page.tsx'),
    'src/routes.test.tsx': fill('routes.test.tsx'),
  }
}
