import { boardTypes } from '@multiball/shared/client'
import type { BoardAddress } from '@multiball/shared/live'
import { viewedPlace } from '@multiball/shared/schema'

/** What an address of the viewer names. */
export type ViewerPlace = { type: 'board'; address: BoardAddress } | { type: 'tv' } | { type: 'not-found' }

const longestKey = 128

/**
 * Reads an address such as `/viewer/scoreboards/12?key=…`, or `/viewer/tv` of a TV that is steered. Types from remotes are
 * found once the page's registry was read.
 * @param search with its leading question mark, or empty
 */
export function parseViewerPath(pathname: string, search: string): ViewerPlace {
  if (/^\/viewer\/tv\/?$/.test(pathname)) return { type: 'tv' }
  const place = viewedPlace(pathname, boardTypes())
  if (!place) return { type: 'not-found' }
  const key = new URLSearchParams(search).get('key')?.slice(0, longestKey) || undefined
  return { type: 'board', address: { ...place, key } }
}
