import { boardThemes, type BoardTheme } from '@multiball/shared/embedding'
import { parseColor, readLanguage } from '@multiball/shared/schema'

/** What a partner's page may choose for a frame. */
export interface FrameOptions {
  /** board: the owner's colours */
  theme: BoardTheme
  /** `#rgb` or `#rrggbb` */
  accent?: string
  /** BCP 47 */
  lang?: string
}

const longestTitle = 256

type Readers = { [Name in keyof FrameOptions]-?: (text: string) => FrameOptions[Name] | undefined }

/** Each answers undefined for what is not to be read. */
const readers = {
  theme: (text) => boardThemes.find((known) => known === text),
  accent: (text) => [text, `#${text}`].find((color) => parseColor(color)),
  lang: readLanguage,
} satisfies Readers

const names = Object.keys(readers) as (keyof FrameOptions)[]

/** What of these texts can be read, and the names of what cannot. What is missing or empty is neither. */
export function readOptions(given: (name: keyof FrameOptions) => unknown): {
  options: Partial<FrameOptions>
  refused: string[]
} {
  const options: Partial<FrameOptions> = {}
  const refused: string[] = []
  for (const name of names) {
    const text = given(name)
    if (text === undefined || text === null || text === '') continue
    const value = typeof text === 'string' ? readers[name](text.trim()) : undefined
    if (value === undefined) refused.push(name)
    else Object.assign(options, { [name]: value })
  }
  return { options, refused }
}

const known = new Set(['key', 'title', ...names])

export interface FrameQuery {
  options: FrameOptions
  /** the name of the frame's document; undefined: the board's title */
  title?: string
  /** names of parameters that are none, or cannot be read */
  refused: string[]
}

/** Reads a frame's query, with its leading question mark or empty. What cannot be read counts as not given. */
export function readQuery(search: string): FrameQuery {
  const query = new URLSearchParams(search)
  const { options, refused } = readOptions((name) => query.get(name))
  const unknown = [...new Set(query.keys())].filter((name) => !known.has(name))
  const title = query
    .get('title')
    ?.replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestTitle)
  return { options: { theme: 'board', ...options }, title: title || undefined, refused: [...refused, ...unknown] }
}
