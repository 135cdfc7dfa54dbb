import type {
  PageAssets,
  PageConfig,
  PageReview,
  PageVisit,
  Registry,
  RemoteVersion,
  RunningRemote,
} from '@multiball/shared/schema'
import escapeHtml from 'escape-html'
import { sharedTags, type SharedLink } from './sharedTags'
import { startWatch } from './startWatch'

export interface PageDocument {
  /** Where the page stands before its script runs: the shell's spinner or the viewer's waiting line, in a frame on whatever is behind it. */
  kind: 'shell' | 'viewer' | 'frame'
  /** BCP 47; default en */
  language?: string
  /** what a frame's page must know besides its address */
  frame?: { /** there is such a board, and this visitor may see it */ isThere: boolean }
  /** the board that the page shows, where everybody may know it */
  shared?: SharedLink
  /** address of the manifest by which the page is put on a home screen */
  manifest?: string
  /** where consumers of oEmbed ask about the board of this page */
  oembed?: string
  /** the page lies over footage: it is transparent, and waits without words */
  isOverlay?: boolean
  assets: PageAssets
  /** the remotes that the matched route will need at once, with the exposes it needs of them */
  upcoming: { record: RemoteVersion; exposes: string[] }[]
  /** addresses of data that the page will ask for first, as they are without a login */
  data: string[]
  registry: Registry
  config: PageConfig
  /** versions of what the page provides to remotes */
  provided: Record<string, string>
  /** the remote that is this page, as it runs */
  opened?: RunningRemote
  /** what a reviewer sees that others do not, or why they do not see it */
  review?: PageReview
}

interface DocumentOptions extends PageDocument {
  /** of the files that the page names, by address; what is asked for with a hash is preloaded with it, or it would be fetched twice */
  hashes?: ReadonlyMap<string, string>
  /** the token with which the page reports what it loaded, and what failed; without it, it reports nothing */
  visit?: string
  nonce: string
}

/** JSON inside a script element: nothing in it can close the element or open a comment. */
const inlined = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`

const noScript = {
  shell:
    '<noscript><p class="mb-late">Multiball needs JavaScript, which is switched off in this browser.</p></noscript>',
  viewer:
    '<noscript><p class="mb-late">This board needs JavaScript, which is switched off in this browser.</p></noscript>',
  frame:
    '<noscript><p class="mb-late">This board needs JavaScript, which is switched off in this browser.</p></noscript>',
}

/** What the page says of itself when it did not load. */
const lateStyle =
  '.mb-late{position:fixed;inset:auto 5% 8%;margin:0;text-align:center;font:14px/20px system-ui,sans-serif}'

/** Follows the visitor's choice of theme before the first paint. */
const themeScript = `try{var t=localStorage.getItem('mb-theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

/** The logo in its colours: on a slow network it is all there is to see for seconds. */
const logo =
  '<svg width="52" height="34" viewBox="0 0 26 17" aria-hidden="true"><circle cx="6" cy="10.5" r="5.8" fill="#ffb224"/><circle cx="16.8" cy="4.8" r="4.1" fill="currentColor"/><circle cx="22.6" cy="13" r="2.9" fill="#8a8a90"/></svg>'

/**
 * Asks for these addresses ahead of the page's script. Not for who is signed in: the page asks with the token, which a
 * preload cannot send, and the browser would hand it the answer for a stranger. A frame without an origin has no cookies.
 */
const askEarly = (addresses: string[]) =>
  `{let c='';try{c=document.cookie}catch(e){}if(!/(?:^|; )token=./.test(c))for(const href of ${JSON.stringify(addresses).replace(/</g, '\\u003c')})document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'fetch',crossOrigin:'anonymous',href}))}`

const starts = {
  shell: {
    title: 'Multiball',
    body: `<div id="root"><p class="mb-starting" role="status" data-start>${logo}<b>Multiball</b>Loading…</p></div>`,
  },
  viewer: {
    title: 'Multiball',
    body: '<div id="root"><p class="mb-waiting" role="status" data-start>Waiting for data...</p></div>',
  },
  frame: {
    title: 'Multiball',
    body: '<div id="root"><p class="mb-waiting" role="status" data-start>Waiting for data...</p></div>',
  },
}

const startStyle = {
  shell: `html{background:#fff;color:#17171a}@media(prefers-color-scheme:dark){html:not([data-theme=light]){background:#101012;color:#eeeeea}}html[data-theme=dark]{background:#101012;color:#eeeeea}.mb-starting{display:flex;flex-direction:column;gap:8px;align-items:center;justify-content:center;min-height:100vh;margin:0;font:14px/20px system-ui,sans-serif}.mb-starting b{font-size:18px}`,
  viewer: `html,body{margin:0;height:100%;background:#000;color:#d9d0c0;overflow:hidden}#root{height:100%}.mb-waiting{display:grid;place-items:center;height:100%;margin:0;font:600 4vmin/1.2 system-ui,sans-serif}`,
  // Read on black and on white: what is behind the frame is the partner's.
  frame: `html,body{margin:0;height:100%;background:transparent;overflow:hidden}#root{height:100%}html[data-frame] .mb-waiting{display:grid;place-items:center;height:100%;margin:0;background:transparent;color:#77716a;font:14px/20px system-ui,sans-serif}`,
}

const themeColors = {
  shell:
    '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">\n<meta name="theme-color" content="#101012" media="(prefers-color-scheme: dark)">\n',
  viewer: '<meta name="theme-color" content="#000000">\n',
}
const touchIcon = '<link rel="apple-touch-icon" href="/apple-touch-icon.png">\n'
/** What else the head of a page says that is not a frame. */
const headOf = { shell: themeColors.shell + touchIcon, viewer: themeColors.viewer + touchIcon, frame: '' }

/** `color-scheme: only light`: a browser paints a dark page where a transparent one is meant, and those that darken every light page leave this one its colours. */
const overlay = {
  body: '<div id="root"><i data-start hidden></i></div>',
  style: 'html,body{margin:0;height:100%;background:transparent;overflow:hidden}#root{height:100%}',
}

const exposedOf = ({ upcoming }: Pick<PageDocument, 'upcoming'>) =>
  upcoming.flatMap(({ record, exposes }) => exposes.map((expose) => record.exposes[expose]!))

/** The files that a page names and the registry has no hashes for. */
export const unpinnedFiles = ({ assets, upcoming }: Pick<PageDocument, 'assets' | 'upcoming'>): string[] => [
  ...assets.preload,
  ...assets.styles,
  ...exposedOf({ upcoming }).flatMap(({ scripts, styles }) => [...scripts, ...styles]),
]

/**
 * The whole HTML of a page: everything it needs for its first paint is named here, so that nothing waits for a
 * second round of requests. What runs first is named first: a browser that speaks HTTP/1 has six requests at a time.
 */
export function renderDocument({
  kind,
  isOverlay,
  language = 'en',
  frame,
  shared,
  manifest,
  oembed,
  assets,
  upcoming,
  data,
  registry,
  config,
  provided,
  opened,
  review,
  hashes,
  visit,
  nonce,
}: DocumentOptions): string {
  const exposed = exposedOf({ upcoming })
  const pinned = (href: string) => {
    const hash = hashes?.get(href)
    return `${hash === undefined ? '' : `crossorigin="anonymous" integrity="${hash}" `}href="${escapeHtml(href)}"`
  }
  // What has a hash is asked for with crossorigin, or a page without an origin could not check it: a preload that differs would be fetched twice.
  const preloads = [...assets.preload, ...exposed.flatMap(({ scripts }) => scripts)].map(
    (href) => `<link rel="preload" as="script" nonce="${nonce}" ${pinned(href)}>`,
  )
  const entries = upcoming.map(
    ({ record: { entry } }) =>
      `<link rel="preload" as="script" nonce="${nonce}" crossorigin="anonymous" integrity="${entry.integrity}" href="${escapeHtml(entry.src)}">`,
  )
  const answers = data.length === 0 ? [] : [`<script data-ahead nonce="${nonce}">${askEarly(data)}</script>`]
  const styles = assets.styles.map((href) => `<link rel="stylesheet" data-start ${pinned(href)}>`)
  // A style that hangs keeps every script behind it: a remote's is only fetched early, and applied by what loads the remote.
  const early = exposed
    .flatMap((expose) => expose.styles)
    .map((href) => `<link rel="preload" as="style" nonce="${nonce}" ${pinned(href)}>`)
  const scripts = assets.scripts.map(
    ({ src, integrity }) =>
      `<script defer data-start nonce="${nonce}" integrity="${integrity}" crossorigin="anonymous" src="${escapeHtml(src)}"></script>`,
  )
  const isFrame = kind === 'frame'
  const marks = [...(isOverlay || isFrame ? ['data-overlay'] : []), ...(isFrame ? ['data-frame'] : [])]
    .map((mark) => ` ${mark}`)
    .join('')
  return `<!doctype html>
<html lang="${escapeHtml(language)}"${marks}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${kind === 'shell' ? 'light dark' : isOverlay || isFrame ? 'only light' : 'dark'}">
<meta property="csp-nonce" nonce="${nonce}">
<title>${shared === undefined ? starts[kind].title : escapeHtml(`${shared.title} – ${starts[kind].title}`)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${isFrame ? '' : headOf[kind] + sharedTags(shared)}${manifest === undefined ? '' : `<link rel="manifest" href="${escapeHtml(manifest)}">\n`}<style nonce="${nonce}">@layer base, ui, shell, remote;${isOverlay && !isFrame ? overlay.style : startStyle[kind] + lateStyle}</style>
${[...(oembed === undefined ? [] : [`<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}">`]), ...(kind === 'shell' ? [`<script nonce="${nonce}">${themeScript}</script>`] : []), `<script nonce="${nonce}">${startWatch}</script>`, ...answers, ...styles, ...scripts, ...entries, ...preloads, ...early].join('\n')}
</head>
<body>
${isOverlay ? overlay.body : starts[kind].body + noScript[kind]}
${inlined('mb-config', config)}
${inlined('mb-provided', provided)}
${inlined('mb-registry', registry)}${frame ? `\n${inlined('mb-frame', frame)}` : ''}${review ? `\n${inlined('mb-review', review)}` : ''}${visit === undefined ? '' : `\n${inlined('mb-visit', { token: visit, opened } satisfies PageVisit)}`}
</body>
</html>
`
}
