import { embedPath, embedPlace, viewedPlace, type BoardTypeInfo, type EmbedPlace, type OEmbed } from '@multiball/shared/schema'
import escapeHtml from 'escape-html'

/** px */
interface FrameSize {
  width: number
  height: number
}

const usual: FrameSize = { width: 800, height: 450 }
const cacheSeconds = 3600

/** The board at an address of our own pages; undefined for every other address. */
export function boardAt(address: string, publicUrl: string, types: readonly BoardTypeInfo[]): EmbedPlace | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  if (origin !== new URL(publicUrl).origin) return undefined
  return viewedPlace(pathname, types) ?? embedPlace(pathname)
}

/** The largest size of this shape within the limits, never larger than usual. */
export function sizeWithin(shape: FrameSize, { width: maxWidth, height: maxHeight }: Partial<FrameSize>): FrameSize {
  const scale = Math.min(Math.min(usual.width, maxWidth ?? usual.width) / shape.width, (maxHeight ?? Number.POSITIVE_INFINITY) / shape.height)
  return { width: Math.max(1, Math.floor(shape.width * scale)), height: Math.max(1, Math.floor(shape.height * scale)) }
}

/** What consumers of oEmbed put into their pages: one frame, and nothing that runs. */
export function oembedAnswer(board: EmbedPlace & { title: string }, shape: FrameSize | undefined, limits: Partial<FrameSize>, publicUrl: string): OEmbed {
  const { width, height } = sizeWithin(shape ?? usual, limits)
  const attributes = {
    src: publicUrl + embedPath(board),
    width: String(width),
    height: String(height),
    title: board.title,
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin',
    referrerpolicy: 'strict-origin',
    style: 'border:0;max-width:100%;color-scheme:normal',
  }
  const html = `<iframe ${Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ')}></iframe>`
  return { type: 'rich', version: '1.0', title: board.title, provider_name: 'Multiball', provider_url: publicUrl, cache_age: cacheSeconds, html, width, height }
}
