import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CustomTypeName, RemoteName } from '@multiball/shared/schema'
import * as v from 'valibot'
import { ChangeRefused } from '../command/refused'

/** Versions that a new remote's package names; exact ones, as everywhere. */
interface Pins {
  shared: string
  platform: string
  react: string
  jotai: string
  valibot: string
}

/** What `create` makes. */
export interface ScaffoldOptions {
  /** a board type with its pages and its display, in place of one empty page */
  isBoardType?: boolean
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** The names that follow from a remote's: `mf-prize-draws` → `/prize-draws`, `Prize draws`, `PrizeDraws`. */
export function namesOf(remote: string) {
  const words = remote.slice('mf-'.length).split('-').filter(Boolean)
  return { path: `/${words.join('-')}`, label: capital(words.join(' ')), component: words.map(capital).join('') }
}

/**
 * The names of the board type that a remote brings along: `mf-prize-draws` → `prizedraw`, `prize draw`, `prize draws`.
 * @throws ChangeRefused where no board type may be called so
 */
export function boardTypeNamesOf(remote: string) {
  const words = remote.slice('mf-'.length).split('-').filter(Boolean).join(' ')
  const singular = words.replace(/(?<!s)s$/, '')
  const type = singular.replaceAll(/[^a-z]/g, '')
  const checked = v.safeParse(CustomTypeName, type)
  if (!checked.success)
    throw new ChangeRefused(
      `No board type can be called ${type || 'nothing'}: ${checked.issues[0].message}. Choose another name for the remote.`,
    )
  return { type, singular, plural: singular === words ? `${words}s` : words }
}

/** Their sources, with names to fill in; as text, since they belong to no package yet. */
const template = path.join(import.meta.dirname, 'template')

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** What a kind of remote has beside what every one has. */
interface Body {
  manifest: object
  dependencies: Record<string, string>
  sources: Record<string, string>
}

type Fill = (file: string) => string

function pageOf(component: string, fill: Fill): Body {
  return {
    manifest: { exposes: { './routes': './src/routes.tsx' } },
    dependencies: {},
    sources: {
      'src/routes.tsx': fill('routes.tsx'),
      [`src/pages/${component}Page.tsx`]: fill('Page.tsx'),
      'src/routes.test.tsx': fill('routes.test.tsx'),
    },
  }
}

function boardTypeOf(remote: string, pathname: string, component: string, pins: Pins, fill: Fill): Body {
  const { type, singular, plural } = boardTypeNamesOf(remote)
  const own: Fill = (file) =>
    fill(`boardType/${file}`)
      .replaceAll('__type__', type)
      .replaceAll('__singular__', singular)
      .replaceAll('__plural__', plural)
  return {
    manifest: {
      display: type,
      boardType: {
        name: type,
        path: pathname.slice(1),
        singular,
        plural,
        purpose: `A ${singular} shows a text, full screen.`,
        settings: './src/settings.ts',
        example: { text: 'Free play until ten', background_color: '#123456', display_title: true },
        gridCell: true,
      },
      exposes: { './routes': './src/routes.tsx', './display': './src/display.tsx', './commands': './src/commands.ts' },
    },
    dependencies: { valibot: pins.valibot },
    sources: {
      'src/settings.ts': own('settings.ts'),
      'src/display.tsx': own('display.tsx'),
      [`src/display/${component}Display.tsx`]: own('Display.tsx'),
      [`src/display/${component}Display.module.css`]: own('Display.module.css'),
      [`src/display/${component}Display.test.tsx`]: own('Display.test.tsx'),
      'src/display/Face.tsx': own('Face.tsx'),
      'src/form/Fields.tsx': own('Fields.tsx'),
      'src/routes.tsx': own('routes.tsx'),
      'src/commands.ts': own('commands.ts'),
      'src/routes.test.tsx': own('routes.test.tsx'),
    },
  }
}

/**
 * The files of a new remote, by their path in its folder: one page or a board type, with tests, which builds, ships and
 * stands in the navigation as it is.
 * @throws ChangeRefused where no board type may be called so
 */
export function scaffold(
  remote: string,
  pins: Pins,
  { isBoardType = false }: ScaffoldOptions = {},
): Record<string, string> {
  const { path: pathname, label, component } = namesOf(v.parse(RemoteName, remote))
  const fill: Fill = (file) =>
    readFileSync(path.join(template, `${file}.txt`), 'utf8')
      .replaceAll('__Component__', component)
      .replaceAll('__path__', pathname)
      .replaceAll('__Label__', label)
  const { manifest, dependencies, sources } = isBoardType
    ? boardTypeOf(remote, pathname, component, pins, fill)
    : pageOf(component, fill)
  return {
    'package.json': json({
      name: `@multiball/${remote}`,
      version: '1.0.0',
      private: true,
      license: 'MIT',
      type: 'module',
      scripts: { dev: 'multiball dev' },
      dependencies: {
        '@multiball/shared': pins.shared,
        jotai: pins.jotai,
        react: pins.react,
        'react-dom': pins.react,
        ...dependencies,
      },
      devDependencies: { '@multiball/platform': pins.platform },
    }),
    'remote.json': json({
      routes: [{ path: `${pathname}/*`, expose: './routes' }],
      navigation: { label, path: pathname, icon: 'settings', order: 100 },
      ...manifest,
      requires: { shared: `^${pins.shared}`, react: `^${pins.react.split('.')[0]}.0.0` },
    }),
    'tsconfig.json': json({
      extends: '../tsconfig.base.json',
      compilerOptions: { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node', 'jest', '@testing-library/jest-dom'] },
      include: ['src', '../platform/types'],
      references: [{ path: '../shared' }],
    }),
    ...sources,
  }
}
