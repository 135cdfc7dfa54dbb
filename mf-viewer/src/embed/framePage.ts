import type { BoardAddress } from '@multiball/shared/live'
import type { RemoteHost } from '@multiball/shared/remotes'
import { embedPlace } from '@multiball/shared/schema'

const longestKey = 128

/** What the server says of a page that stands in a frame: whether there is such a board. Undefined for every other page. */
export function readFrame(page: Pick<Document, 'getElementById'> = document): { isThere: boolean } | undefined {
  const text = page.getElementById('mb-frame')?.textContent
  return text ? { isThere: (JSON.parse(text) as { isThere?: unknown }).isThere === true } : undefined
}

/**
 * The board of a frame: `/embed/v1/scoreboard/12?key=…`. Undefined when the address names none.
 * @param search with its leading question mark, or empty
 */
export function frameAddress(pathname: string, search: string): BoardAddress | undefined {
  const place = embedPlace(pathname)
  const key = new URLSearchParams(search).get('key')?.slice(0, longestKey) || undefined
  return place && { ...place, key }
}

const inlined = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '{}')

/** Where a frame's remotes come from: the registry that the server wrote into the page, decided by no cookie. */
export const frameHost = (): RemoteHost => ({
  base: location.href,
  registry: inlined('mb-registry'),
  provided: inlined('mb-provided') as Record<string, string>,
})
