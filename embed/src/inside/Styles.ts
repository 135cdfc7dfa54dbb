import { ownFamily, partSheet } from './fontFaces'

type Root = Document | ShadowRoot

/** As long as the loader of remotes waits for a chunk. */
const patienceMs = 12_000

const hook = Symbol.for('multiball.styles')

/**
 * The styles of all boards of a page: each file is one sheet that every root shares, so that the partner's document
 * stays as it is. Faces are the one thing that only a document can have.
 */
export class Styles {
  readonly #sheets = new Map<string, Promise<void>>()
  readonly #ordered: CSSStyleSheet[] = []
  /** roots and how often each was asked for */
  readonly #roots = new Map<Root, number>()

  constructor() {
    // Chunks of remotes bring links: see platform/src/webpack/insertStyle.ts.
    Reflect.set(globalThis, hook, (link: HTMLLinkElement) => this.#takeLink(link))
  }

  /** Adds a file whose text is here. */
  add(href: string, text: string): void {
    const { faces, rules } = partSheet(text, href)
    for (const { family, source, descriptors } of faces)
      document.fonts.add(new FontFace(ownFamily(family), source, descriptors))
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    this.#ordered.push(sheet)
    for (const root of this.#roots.keys()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    this.#sheets.set(href, Promise.resolve())
  }

  /** Adds a file once, by its absolute address; one that is not what its hash says did not come. */
  load(href: string, integrity = ''): Promise<void> {
    const known = this.#sheets.get(href)
    if (known) return known
    const loading = this.#read(href, integrity)
    this.#sheets.set(href, loading)
    loading.catch(() => this.#sheets.delete(href))
    return loading
  }

  /** @throws when no style comes: an error, a page in its place, or nothing in time */
  async #read(href: string, integrity: string) {
    const inTime = new AbortController()
    const timer = setTimeout(() => inTime.abort(), patienceMs)
    try {
      const answer = await fetch(href, { mode: 'cors', credentials: 'omit', integrity, signal: inTime.signal })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const type = answer.headers.get('content-type') ?? ''
      if (!type.startsWith('text/css')) throw new Error(`No style: ${type}`)
      this.add(href, await answer.text())
    } finally {
      clearTimeout(timer)
    }
  }

  #takeLink(link: HTMLLinkElement) {
    const tell = (type: 'load' | 'error') => link.dispatchEvent(new Event(type))
    this.load(link.href, link.integrity).then(
      () => tell('load'),
      () => tell('error'),
    )
  }

  /** Keeps all sheets in a root, those that are still to come too. @returns takes them out */
  keepIn(root: Root): () => void {
    const count = this.#roots.get(root) ?? 0
    this.#roots.set(root, count + 1)
    if (count === 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...this.#ordered]
    let isKept = true
    return () => {
      if (!isKept) return
      isKept = false
      const left = this.#roots.get(root)! - 1
      if (left > 0) return void this.#roots.set(root, left)
      this.#roots.delete(root)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !this.#ordered.includes(sheet))
    }
  }
}
