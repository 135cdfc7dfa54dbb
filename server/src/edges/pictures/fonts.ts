import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Font } from 'satori'
import { serverFolder } from '../../ground/process/config'
import { readOnce } from '../../ground/process/readOnce'

/*
 * The faces of pictures, in slices of a few letters each as their packages have them: what the wall's own face cannot write
 * comes from the first others that can. Only the slices that a text needs are in memory, and of earlier texts no more than so many.
 */

/** Without its Cyrillic, whose shapes are not what most readers expect. */
const wallFace = '@fontsource/sofia-sans-extra-condensed'
const packages = [
  wallFace,
  '@fontsource/noto-sans-jp',
  '@fontsource/noto-sans-sc',
  '@fontsource/noto-sans-kr',
  '@fontsource/noto-sans-thai',
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-emoji',
]
const weight = 700
const slicesInMemory = 60
/** together in the sets that are kept */
const slicesInSets = 400
/** Declared by one face and yet missing in it: another is asked as well. */
const facesOfCharacter = 2

interface Slice {
  /** also the name of its family */
  file: string
  ranges: (readonly [first: number, last: number])[]
}

const { resolve } = createRequire(path.join(serverFolder, 'package.json'))

/** `U+30-39,U+a9` */
const rangesIn = (text: string) =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })

async function slicesOf(name: string): Promise<Slice[]> {
  const folder = path.dirname(resolve(`${name}/package.json`))
  const subsets = JSON.parse(await readFile(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(subsets)
    .filter(([subset]) => name !== wallFace || !subset.startsWith('cyrillic'))
    .map(([subset, ranges]) => ({
      file: path.join(folder, 'files', `${path.basename(name)}-${subset.replace(/[[\]]/g, '')}-${weight}-normal.woff`),
      ranges: rangesIn(ranges),
    }))
}

const faces = readOnce(() => Promise.all(packages.map(slicesOf)))
const read = new LRUCache<string, Font>({
  max: slicesInMemory,
  // A text may need more than so many at once: those that push each other out are read all the same.
  ignoreFetchAbort: true,
  fetchMethod: async (file) => ({ name: file, data: await readFile(file), weight, style: 'normal' }),
})
// What satori has made of a set of fonts it keeps by the identity of the set.
const sets = new LRUCache<string, Font[]>({ maxSize: slicesInSets, sizeCalculation: ({ length }) => length })

const covers = ({ ranges }: Slice, code: number) => ranges.some(([first, last]) => code >= first && code <= last)

/** The fonts that write these characters, those of the wall first, and the characters that none of them can write. */
export async function fontsFor(text: string): Promise<{ fonts: Font[]; missing: ReadonlySet<string> }> {
  const known = await faces()
  const latin = known[0]!.find(({ file }) => file.includes('-latin-700-'))!
  const needed = new Set([latin])
  const missing = new Set<string>()
  for (const character of new Set(text)) {
    const code = character.codePointAt(0)!
    if (covers(latin, code)) continue
    const able = known.flatMap((slices) => slices.find((slice) => covers(slice, code)) ?? []).slice(0, facesOfCharacter)
    if (able.length === 0) missing.add(character)
    for (const slice of able) needed.add(slice)
  }
  const files = known
    .flat()
    .filter((slice) => needed.has(slice))
    .map(({ file }) => file)
  const key = files.join('\n')
  const fonts = sets.get(key) ?? (await Promise.all(files.map((file) => read.forceFetch(file))))
  sets.set(key, fonts)
  return { fonts, missing }
}
