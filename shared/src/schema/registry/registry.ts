import * as v from 'valibot'
import { BoardType } from '../boards/board'
import { BoardTypeManifest, PublishedBoardType } from '../boards/boardType'

/*
 * The registry: which version of which remote runs, and all that a page must know before it loads one byte
 * of it. Read by the shell, the viewer, the server and the command line.
 */

/** Integrity is required: a remote without it is refused, so that leaving it out is no way around it. */
const Integrity = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/))

/** Path on the page's own origin, or a full address on an allowed one. */
const Address = v.pipe(v.string(), v.nonEmpty())

export const RemoteName = v.pipe(v.string(), v.regex(/^mf-[a-z][a-z0-9-]{1,40}$/))
export const RemoteVersionName = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/))

const Script = v.strictObject({ src: Address, integrity: Integrity })

/** Files of one expose: fetched by the chunk loader, so they are only preloaded. */
const ExposeAssets = v.strictObject({ scripts: v.array(Address), styles: v.array(Address) })

/** A page that the server writes: its scripts in order, chunks to preload, styles. */
export const PageAssets = v.strictObject({
  scripts: v.array(Script),
  preload: v.array(Address),
  styles: v.array(Address),
})
export type PageAssets = v.InferOutput<typeof PageAssets>

/** `^1.2.3`: same major, at least this minor and patch; of what runs with two majors `^1.2.3 || ^2.0.0`. */
const Range = v.pipe(
  v.string(),
  v.regex(
    /^\^[1-9]\d*\.\d+\.\d+(?: \|\| \^[1-9]\d*\.\d+\.\d+)?$/,
    'A range such as ^1.2.3, or ^1.2.3 || ^2.0.0, is expected',
  ),
)

/** Ranges that the loading page must meet, checked before a byte is loaded. */
const Requires = v.strictObject({ shared: Range, react: Range, shell: v.optional(Range) })
export type Requires = v.InferOutput<typeof Requires>

const Route = v.strictObject({
  /** path of the shell's router, such as `/scoreboards/*` */
  path: v.pipe(v.string(), v.startsWith('/')),
  expose: v.pipe(v.string(), v.startsWith('./')),
  /** `public`: opens for anyone, in a plain frame for those who are not signed in; otherwise behind the login */
  access: v.optional(v.literal('public')),
  /** stands in the user menu under this name, with an icon of the design system */
  menu: v.optional(v.strictObject({ label: v.string(), icon: v.string() })),
})

const NavigationItem = v.strictObject({
  label: v.string(),
  path: v.pipe(v.string(), v.startsWith('/')),
  /** name of an icon of the design system */
  icon: v.string(),
  /** ascending */
  order: v.number(),
  /** what of the user's own is counted beside it; a board type's own entry has its boards without saying so */
  counts: v.optional(v.picklist(['venues', 'tvs'])),
})

/** What a remote says of itself, written by its team in `remote.json`. */
export const RemoteManifest = v.strictObject({
  routes: v.array(Route),
  navigation: v.optional(NavigationItem),
  /** the board type whose display this remote exposes as `./display` */
  display: v.optional(BoardType),
  /** the board type that it brings along, which its display is of */
  boardType: v.optional(BoardTypeManifest),
  /** the expose whose default export is a panel on Home, above what is new in public; panels stand in the order of the navigation */
  home: v.optional(v.pipe(v.string(), v.startsWith('./'))),
  /** path of the page that this remote is on its own, such as `/viewer/*` */
  page: v.optional(v.pipe(v.string(), v.startsWith('/'))),
  exposes: v.record(v.string(), v.string()),
  requires: Requires,
})
export type RemoteManifest = v.InferOutput<typeof RemoteManifest>

export const RemoteVersion = v.strictObject({
  entry: v.strictObject({ src: Address, integrity: Integrity }),
  exposes: v.record(v.string(), ExposeAssets),
  requires: Requires,
  routes: v.array(Route),
  navigation: v.optional(NavigationItem),
  display: v.optional(BoardType),
  boardType: v.optional(PublishedBoardType),
  home: v.optional(v.pipe(v.string(), v.startsWith('./'))),
  /** the page that this remote is on its own */
  page: v.optional(
    v.strictObject({
      path: v.string(),
      assets: PageAssets,
      provides: v.strictObject({ shared: v.string(), react: v.string() }),
      /** its service worker, which the server serves at an address of its own */
      worker: v.optional(Address),
    }),
  ),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type RemoteVersion = v.InferOutput<typeof RemoteVersion>

export const Remote = v.strictObject({
  enabled: v.boolean(),
  active: RemoteVersionName,
  /** a version that is tried on a share of the visitors, in percent of them */
  canary: v.optional(
    v.strictObject({
      version: RemoteVersionName,
      percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
    }),
  ),
  /** what ran before the active version: tried when the active one cannot be loaded */
  lastGood: v.optional(RemoteVersionName),
  versions: v.record(RemoteVersionName, RemoteVersion),
})
export type Remote = v.InferOutput<typeof Remote>

/** The shell is no remote: it is the page. It says what it provides, so that `requires` can be checked. */
const ShellVersion = v.strictObject({
  assets: PageAssets,
  provides: v.strictObject({ shell: v.string(), shared: v.string(), react: v.string() }),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type ShellVersion = v.InferOutput<typeof ShellVersion>

/** What partners' pages load by name. Evergreen addresses answer with the active version's. */
export const embedFiles = ['board.js', 'host.js'] as const
export type EmbedFile = (typeof embedFiles)[number]

/** Types of them and of the element in JSX, which lie beside them. */
export const embedTypes = ['board.d.ts', 'host.d.ts', 'react.d.ts'] as const

const EmbedVersion = v.strictObject({
  files: v.strictObject({ 'board.js': Script, 'host.js': Script }),
  provides: v.strictObject({ shared: v.string(), react: v.string() }),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type EmbedVersion = v.InferOutput<typeof EmbedVersion>

/** The embed is no remote: it is the host in pages of partners. Its versions are never removed, since partners pin them. */
const Embed = v.strictObject({
  active: RemoteVersionName,
  /** what ran before the active version, for a rollback */
  lastGood: v.optional(RemoteVersionName),
  versions: v.record(RemoteVersionName, EmbedVersion),
})
export type Embed = v.InferOutput<typeof Embed>

/** GET /embed/v1/versions.json: what partners can pin, with the hashes that they write into their pages. */
export const EmbedVersions = v.object({
  active: RemoteVersionName,
  versions: v.record(RemoteVersionName, v.object({ 'board.js': Script, 'host.js': Script, publishedAt: v.string() })),
})
export type EmbedVersions = v.InferOutput<typeof EmbedVersions>

export const Registry = v.strictObject({
  /** counted up with every change, by compare-and-swap */
  rev: v.pipe(v.number(), v.integer(), v.minValue(0)),
  shell: v.optional(v.strictObject({ active: RemoteVersionName, versions: v.record(RemoteVersionName, ShellVersion) })),
  embed: v.optional(Embed),
  remotes: v.record(RemoteName, Remote),
})
export type Registry = v.InferOutput<typeof Registry>

export const emptyRegistry: Registry = { rev: 0, remotes: {} }
