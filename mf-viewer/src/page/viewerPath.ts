import type { BoardAddress } from '@multiball/shared/live'
import { builtInTypes } from '@multiball/shared/schema'

/** What an address of the viewer names. */
export type ViewerPlace = { type: 'board'; address: BoardAddress } | { type: 'tv' } | { type: 'not-found' }

const pattern = /^\/viewer\/([a-z]+)s\/([1-9]\d{0,14})\/?$/
const longestKey = 128

/**
 * Reads an address such as `/viewer/scoreboards/12?key=…`, or `/viewer/tv` of a TV that is steered.
 * @param search with its leading question mark, or empty
 */
export function parseViewerPath(pathname: string, search: string): ViewerPlace {
  if (/^\/viewer\/tv\/?$/.test(pathname)) return { type: 'tv' }
  const [, kind, digits] = pattern.exec(pathname) ?? []
  const type = builtInTypes.find((known) => known === kind)
  if (!type) return { type: 'not-found' }
  const key = new URLSearchParams(search).get('key')?.slice(0, longestKey) || undefined
  return { type: 'board', address: { type, id: Number(digits), key } }
}
