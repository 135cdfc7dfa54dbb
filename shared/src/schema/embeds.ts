import * as v from 'valibot'
import type { BoardType } from './boards/board'
import type { StreamboardConfig } from './boards/streamboard'

/*
 * Boards in the pages of partners: the sites that may show one, and oEmbed.
 */

const longestSite = 255
export const mostSites = 20

const isNoSite = 'Please enter a site such as https://example.com or https://*.example.com'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** As a browser writes an origin. An address of IPv6 has no place in a policy of pages. */
const shape = new RegExp(`^(https?)://(\\*\\.)?(${label}(?:\\.${label})*)(?::([1-9]\\d{0,4}))?$`)

const isAddress = (host: string) => /^\d+(?:\.\d+){3}$/.test(host)

/** Whether a host is this machine or of a private network: the only ones without https. */
const isPrivateHost = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isAddress(host) && /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(host))

function hasHost(site: string): boolean {
  const [, , wildcard, host = '', port = '0'] = shape.exec(site) ?? []
  if (Number(port) > 65_535) return false
  if (wildcard !== undefined) return host.includes('.') && !isAddress(host)
  return host.includes('.') || host === 'localhost'
}

function isSafe(site: string): boolean {
  const [, scheme, , host = ''] = shape.exec(site) ?? []
  return scheme === 'https' || isPrivateHost(host)
}

/** `HTTPS://Example.com:443/` → `https://example.com`; what is no origin stays as it is, to be refused. */
function canonicalSite(text: string): string {
  const [, scheme = '', wildcard = '', rest = ''] = /^(https?:\/\/)(\*\.)?([^*\\\s\p{Cc}]+)$/iu.exec(text) ?? []
  try {
    const { protocol, host, pathname, search, hash, username, password } = new URL(scheme + rest)
    const isOrigin = pathname === '/' && [search, hash, username, password].join('') === ''
    return isOrigin ? `${protocol}//${wildcard}${host}` : text
  } catch {
    return text
  }
}

/** A site that may show a board: `https://example.com`, or `https://*.example.com` for all below it; http for private addresses alone. */
export const EmbedSite = v.pipe(
  v.string(isNoSite),
  v.trim(),
  v.maxLength(longestSite, isNoSite),
  v.transform(canonicalSite),
  v.check(hasHost, isNoSite),
  v.check(isSafe, 'A site needs https, besides localhost and private addresses'),
)

/** GET and PUT /api/{type}/{id}/embed/: the sites that may show the board; none listed: any site. */
export const EmbedSettings = v.object({
  sites: v.pipe(
    v.array(EmbedSite),
    v.maxLength(mostSites, `At most ${mostSites} sites`),
    v.transform((sites) => [...new Set(sites)]),
  ),
})
export type EmbedSettings = v.InferOutput<typeof EmbedSettings>

/**
 * Whether a page of this origin may show a board.
 * @param sites as they are stored; none: any page may
 * @param origin as browsers say it; `null` of a page without one is on no list
 */
export const allowsSite = (sites: readonly string[], origin: string): boolean =>
  sites.length === 0 || sites.some((site) => site === origin || (site.includes('//*.') && isBelow(site, origin)))

function isBelow(site: string, origin: string): boolean {
  const [scheme = '', above = ''] = site.split('*')
  return origin.startsWith(scheme) && origin.endsWith(above) && origin.length > scheme.length + above.length
}

/** A board by its type and id, as the address of its frame names it. */
export interface EmbedPlace {
  type: BoardType
  id: number
}

/** The address, on our own origin, of the page that shows one board in a frame. */
export const embedPath = ({ type, id }: EmbedPlace): string => `/embed/v1/${type}/${id}`

/** The board that the path of a frame names, such as `/embed/v1/scoreboard/12`; undefined when it names none. */
export function embedPlace(pathname: string): EmbedPlace | undefined {
  const [, type, digits] = /^\/embed\/v1\/([a-z]{2,30})\/([1-9]\d{0,14})\/?$/.exec(pathname) ?? []
  return type === undefined ? undefined : { type, id: Number(digits) }
}

/**
 * The language in which boards are spoken where `lang` asks for this one: the kind of English that it names, such as `en-GB`,
 * and `en` in place of any other, since screen readers must be told what the words are written in. Undefined when it is none.
 */
export function readLanguage(text: string): string | undefined {
  try {
    const [tag] = text.length > 35 ? [] : Intl.getCanonicalLocales(text)
    return tag === undefined || /^en(?:-|$)/.test(tag) ? tag : 'en'
  } catch {
    return undefined
  }
}

/** The canvas of a streamboard in px, which its frame keeps the shape of. */
export function streamboardCanvas({ layout, size }: Pick<StreamboardConfig, 'layout' | 'size'>): {
  width: number
  height: number
} {
  // This layout has a size of its own, whatever size is chosen.
  if (layout === 'ScoresOnlyFixed') return { width: 860, height: 170 }
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

/** An answer of oEmbed 1.0, of the type that brings its own HTML. */
export const OEmbed = v.object({
  type: v.literal('rich'),
  version: v.literal('1.0'),
  title: v.string(),
  provider_name: v.string(),
  provider_url: v.string(),
  /** seconds for which consumers may keep it */
  cache_age: v.number(),
  html: v.string(),
  /** px */
  width: v.number(),
  height: v.number(),
})
export type OEmbed = v.InferOutput<typeof OEmbed>
