import path from 'node:path'
import { root } from '../disk/paths'
import { nameOf } from './closure'
import type { LockedPackages } from './closure'
import { licenceTextsOf } from './packages'

/** Licenses under which packages may be passed on; a person has to look at any other, and add it here. */
const allowed = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'Python-2.0',
  'OFL-1.1',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'PostgreSQL',
  'CC-BY-4.0',
  'MIT-0',
  'Zlib',
  'W3C-20150513',
]

/** Whether a release may contain this, by its SPDX expression: each of `AND`, one of `OR`. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((all) => all.split(' OR ').some((one) => allowed.includes(one.trim())))

/** Sentences on packages whose license does not let us pass them on. */
export const licenceProblems = (packages: LockedPackages, places: readonly string[]): string[] =>
  places.flatMap((place) => {
    const { license = 'unknown', version } = packages[place]!
    return isAllowed(license)
      ? []
      : [
          `${nameOf(place)} ${version} has the license ${license}. Do without it, or add the license to platform/src/release/licences.ts once you know that we may pass it on.`,
        ]
  })

/** All packages of others that a release contains with their licenses; a text that several have is there once. */
export function licencesText(packages: LockedPackages, places: readonly string[]): string {
  const byText = new Map<string, string[]>()
  const silent: string[] = []
  for (const place of places) {
    const title = `${nameOf(place)} ${packages[place]!.version} (${packages[place]!.license ?? 'see its package'})`
    const text = licenceTextsOf(path.join(root, place)).join('\n\n')
    if (text === '') silent.push(title)
    else byText.set(text, [...(byText.get(text) ?? []), title])
  }
  const rule = '-'.repeat(80)
  return [
    'Packages of others in this release, on the server and in its pages, with their licenses.\nFonts, data and drawings are in NOTICE.',
    ...[...byText].map(([text, titles]) => `${rule}\n${[...new Set(titles)].join('\n')}\n\n${text}`),
    `${rule}\nThese come without a text of their own:\n${[...new Set(silent)].join('\n')}`,
    '',
  ].join('\n\n')
}
