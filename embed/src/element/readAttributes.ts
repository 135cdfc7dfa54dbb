import { isTypeName, themes, typeKind, type EmbedType, type Theme } from '../contract'

export interface Wanted {
  type: EmbedType
  board: number
  key?: string
  theme: Theme
  accent?: string
  background?: string
  lang?: string
  title?: string
  isInline: boolean
  isLazy: boolean
  /** CSS, such as `16 / 9`; undefined where the board's own size decides */
  aspect?: string
}

const color = /^#([\da-f]{3}|[\da-f]{6})$/i
const language = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i
const ratio = /^(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/

/**
 * What the attributes of an element say.
 * @param complain takes a sentence for each value that is none; what is wrong besides type and board falls back to its default
 * @returns undefined without a usable type and board
 */
export function readAttributes(element: HTMLElement, complain: (message: string) => void): Wanted | undefined {
  const style = getComputedStyle(element)
  const property = (name: string) => style.getPropertyValue(`--mb-${name}`).trim()
  /** The value if it is one of its kind, else the default. */
  const read = (
    name: string,
    isOne: (text: string) => boolean,
    kind: string,
    text = element.getAttribute(name) ?? '',
  ) => {
    if (!text || isOne(text)) return text
    complain(`${name} cannot be "${text.slice(0, 80)}": ${kind} is expected.`)
    return ''
  }
  const oneOf = (name: string, values: readonly string[]) =>
    read(name, (text) => values.includes(text), `one of ${values.join(', ')}`)

  const type: EmbedType = read('type', isTypeName, typeKind)
  const board = read('board', (text) => /^[1-9]\d{0,14}$/.test(text), 'the number of a board')
  const isColor = (text: string) => color.test(text)
  const accent = read(
    'accent',
    isColor,
    'a colour such as #ffb000',
    element.getAttribute('accent') ?? property('accent'),
  )
  const background = property('background')
  const aspect = read('aspect', (text) => text === 'auto' || ratio.test(text), 'a ratio such as 16/9')
  const wanted = {
    theme: (oneOf('theme', themes) || 'board') as Theme,
    isInline: oneOf('mode', ['frame', 'inline']) === 'inline',
    isLazy: oneOf('loading', ['lazy', 'eager']) !== 'eager',
    lang: read('lang', (text) => language.test(text), 'a language such as en-GB') || undefined,
    // Frameworks keep `key` for themselves; pages from before it was renamed to viewer-key have it.
    key: element.getAttribute('viewer-key') || element.getAttribute('key') || undefined,
    title: element.getAttribute('title') || undefined,
    accent: accent || undefined,
    background: isColor(background) ? background : undefined,
    aspect: aspect === 'auto' ? undefined : aspect || '16/9',
  }
  if (type && board) return { ...wanted, type, board: Number(board) }
  if (!element.getAttribute('type')) complain(`type is missing: ${typeKind} is expected.`)
  if (!element.getAttribute('board')) complain('board is missing: the number of a board is expected.')
  return undefined
}
