/*
 * What the worker of viewers answers for the server. Everything else passes it by: calls of the API, the registry, the
 * dashboard, embeds.
 */

/** Pages of boards and of TVs. */
export const isViewerPage = (pathname: string): boolean =>
  /^\/viewer\/(?:tv|[a-z][a-z0-9-]{0,40}\/[1-9]\d{0,14})\/?$/.test(pathname)

/**
 * Whether an answer for a page is no better than no network, by its status: of a proxy that has lost its server, or of a
 * server that has too much to do. Our server has a page for every address of a viewer; some proxies say 404 while theirs is away.
 */
export const isSilence = (status: number): boolean => status >= 500 || status === 429 || status === 404

export const isShortTvAddress = (pathname: string): boolean => /^\/tv\/?$/.test(pathname)

/** Published builds never change. */
export const isFile = (pathname: string): boolean => pathname.startsWith('/r/')

/** What a published file is kept by: a retry asks for the same file. */
export function fileKey(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

/** Pictures go by their hash. */
export const isPicture = (pathname: string): boolean => pathname.startsWith('/media/')

/** What the server makes another page for. Settings such as `?dim=` are read in the page. */
const parameters = ['key', 'transparent']

/** The viewer's address without what makes no other page. */
export function pageKey(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const kept = new URLSearchParams(
    parameters.flatMap((name) =>
      searchParams
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  ).toString()
  return origin + pathname.replace(/\/$/, '') + (kept && `?${kept}`)
}
