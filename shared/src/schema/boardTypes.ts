import type { BoardType } from './boards/board'
import type { EmbedPlace } from './embeds'
import type { Registry } from './registry/registry'

/** What pages and server know of a board type besides its schema. */
export interface BoardTypeInfo {
  type: BoardType
  /** whose display shows it */
  remote: string
  /** of its viewers, `/viewer/{path}/12`; built-in types have their owners' pages at `/{path}` too */
  path: string
  /** in the middle of a sentence: `tap list`, `tap lists` */
  singular: string
  plural: string
  /** one sentence for an owner who has never made one */
  purpose: string
  /** a name of the design system's icons; what it does not know gets a neutral glyph */
  icon: string
  /** of the list of an owner's boards */
  listPath: string
  /** drawn over footage: its page is transparent, and exactly as large as its canvas */
  isOverlay: boolean
  /** its display can be a cell of a comboboard */
  hasGridCell: boolean
  /** types of the boards that it shows beside its own, as far as its type tells */
  shows: readonly BoardType[]
  /** names of the feeds that programs post for its boards */
  postedFeeds: readonly string[]
  /** false where no remote that is switched on shows it: its boards are stored, and wait */
  isAvailable: boolean
}

/** Said of a board whose type no remote shows that is switched on: it is stored, and comes back with its remote. */
export const notAvailable = 'Not available now'

const builtIn = (type: string, purpose: string, more: Partial<BoardTypeInfo> = {}): BoardTypeInfo => ({
  type,
  remote: `mf-${type}s`,
  path: `${type}s`,
  singular: type,
  plural: `${type}s`,
  purpose,
  icon: type,
  listPath: `/${type}s`,
  isOverlay: false,
  hasGridCell: false,
  shows: [],
  postedFeeds: [],
  isAvailable: true,
  ...more,
})

/** The types that come with the program, in the order in which pages list them. */
export const builtInTypeInfos: readonly BoardTypeInfo[] = [
  builtIn('scoreboard', 'A scoreboard shows the live game of one machine, full screen.', { hasGridCell: true }),
  builtIn(
    'leaderboard',
    'A leaderboard shows the best scores of a machine, full screen: of all time, this month, or in your tournament.',
    { hasGridCell: true },
  ),
  builtIn('comboboard', 'A comboboard shows several scoreboards and leaderboards in a grid, all of them live.', {
    shows: ['scoreboard', 'leaderboard'],
  }),
  builtIn('slideshow', 'A slideshow shows scoreboards, leaderboards, comboboards and pictures, one after another.'),
  builtIn('streamboard', 'A streamboard overlays live scores on your video stream.', { isOverlay: true }),
]

/** What is said of a type that nothing is known of: the remote of its boards was taken out of the registry. */
export const unknownType = (type: BoardType): BoardTypeInfo =>
  builtIn(type, '', { path: type, plural: `boards of the type ${type}`, listPath: `/${type}`, isAvailable: false })

/** Every board type of a registry: the built-in ones, and then those of its remotes in the order of their words. */
export function boardTypesIn({ remotes }: Registry): BoardTypeInfo[] {
  const active = Object.entries(remotes).flatMap(([remote, { enabled, active: version, versions }]) => {
    const record = versions[version]
    return record ? [{ remote, enabled, record }] : []
  })
  const isShown = (type: BoardType) => active.some(({ enabled, record }) => enabled && record.display === type)
  const said = active.flatMap(({ remote, record: { boardType, navigation } }): BoardTypeInfo[] => {
    if (!boardType) return []
    const { name, path, singular, plural, purpose, gridCell, feeds } = boardType
    const postedFeeds = Object.keys(feeds).filter((feed) => feeds[feed]?.kind === 'posted')
    const listPath = navigation?.path ?? `/${path}`
    return [
      {
        ...builtIn(name, purpose),
        remote,
        path,
        singular,
        plural,
        icon: navigation?.icon ?? name,
        listPath,
        hasGridCell: gridCell,
        postedFeeds,
        isAvailable: isShown(name),
      },
    ]
  })
  // A name that two remotes say is the first one's, as its display is.
  const custom = said.filter(({ type }, at) => said.findIndex((other) => other.type === type) === at)
  return [
    ...builtInTypeInfos.map((info) => ({ ...info, isAvailable: isShown(info.type) })),
    ...custom.sort((one, other) => one.plural.localeCompare(other.plural)),
  ]
}

/** The board that an address of the viewer names, such as `/viewer/scoreboards/12`; undefined when it names none. */
export function viewedPlace(pathname: string, types: readonly BoardTypeInfo[]): EmbedPlace | undefined {
  const [, path, digits] = /^\/viewer\/([a-z][a-z0-9-]{0,40})\/([1-9]\d{0,14})\/?$/.exec(pathname) ?? []
  const info = types.find((known) => known.path === path)
  return info && { type: info.type, id: Number(digits) }
}
