import { parseColor } from '@multiball/shared/schema'
import type {
  ComboboardScores,
  ComboboardSettings,
  FeedState,
  Game,
  LeaderboardScore,
  LeaderboardSettings,
  PlayerScore,
  ScoreboardSettings,
  ShownMachine,
  StreamboardScores,
  StreamboardSettings,
} from '@multiball/shared/schema'

/*
 * What a picture of a board shows, from the state that everybody may see. Everything here is text of users: it is made
 * safe to read here, and becomes outlines or is escaped where it is used.
 */

export interface PictureRow {
  /** slot of the player, or place in a ranking */
  place: number
  name: string
  /** in place of a name that no face can write */
  unnamed: string
  /** `1,284,906` */
  /** its digits */
  score: string
  /** this player is up, or won */
  isAhead: boolean
}

export interface PicturePanel {
  title: string
  kind: 'game' | 'ranking'
  /** undefined where no ball is played */
  ball?: number
  banner?: { text: string; color: string }
  isLive: boolean
  /** nobody plays it */
  isTest?: boolean
  rows: PictureRow[]
}

export interface BoardPicture {
  title: string
  /** '' where none is known, or several are */
  venue: string
  panels: PicturePanel[]
  /** boards that it shows, in all */
  boards: number
  /** the board's own background, `#rrggbb` */
  ground: string
}

/** What the hub says of a board: its settings, and its newest state. */
export interface ShownBoard {
  settings: object
  body: object
}

const longestText = 80
// The classes name marks on purpose that cannot be seen alone.
/* eslint-disable no-misleading-character-class */
const unseen =
  /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu
/** Those that are left once composed belong to no letter that a face has, or are piled up. */
const strayMarks =
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]|([\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+/gu
/* eslint-enable no-misleading-character-class */

/** A text as it may be shown: nothing that nobody sees or that turns its direction, no piles of marks, of limited length. */
export const cleanText = (text: string): string =>
  [...text.replace(/\s+/g, ' ').replace(unseen, '').normalize('NFC').replace(strayMarks, '$1').trim()]
    .slice(0, longestText)
    .join('')

/** Exact at any size. */

export function nameOf(player: PlayerScore['player'], guest: string): string {
  const names = player?.prefer_initials
    ? [player.initials, player.cached_display_name]
    : [player?.cached_display_name ?? '', player?.initials ?? '']
  return names.map(cleanText).find((name) => name !== '') ?? guest
}

const colors: Record<string, string> = {
  red: '#ff7a70',
  orange: '#ff9a3d',
  yellow: '#ffe14d',
  green: '#4df08a',
  blue: '#74b9ff',
  purple: '#bda6ff',
  pink: '#ff8ad0',
  white: '#ffffff',
}
const prefixColors: Record<string, string> = {
  MB: 'green',
  BL: 'green',
  WM: 'orange',
  EB: 'red',
  BX: 'blue',
  NA: 'yellow',
}
const hiddenPrefixes = new Set(['ZZ', 'CP', 'XY'])

/** The first mode that a wall would name; GAME ON without one. */
function modeBanner(modes: readonly string[]): PicturePanel['banner'] {
  for (const mode of modes) {
    const [, prefix = '', named = '', label = mode] =
      /^\s*([a-z]{2})\d*\s*(?:\{([^}]*)\})?\s*:([^]*)$/i.exec(mode) ?? []
    const text = cleanText(label).slice(0, 40)
    if (text === '' || hiddenPrefixes.has(prefix.toUpperCase())) continue
    return {
      text: text.toUpperCase(),
      color: colors[named.trim().toLowerCase()] ?? colors[prefixColors[prefix.toUpperCase()] ?? 'white']!,
    }
  }
  return { text: 'GAME ON', color: colors.green! }
}

const amber = '#ff8a1f'

/** Where a wall says nothing of modes, it still says that nobody plays a test game, and that a game is over. */
function bannerOf(game: Game, isLive: boolean, showsModes: boolean): Pick<PicturePanel, 'banner'> {
  if (game.is_test) return { banner: { text: isLive ? 'TEST GAME' : 'TEST GAME OVER', color: colors.yellow! } }
  if (!isLive) return { banner: { text: 'GAME OVER', color: amber } }
  return showsModes ? { banner: modeBanner(game.game_modes) } : {}
}

function gamePanel(title: string, game: Game | null | undefined, showsModes = true): PicturePanel {
  if (!game)
    return {
      title: cleanText(title),
      kind: 'game',
      isLive: false,
      rows: [],
      banner: { text: 'WAITING FOR A GAME', color: amber },
    }
  const isLive = game.settled_on === null
  const best = game.scores.reduce((most, { score }) => (BigInt(score) > most ? BigInt(score) : most), 0n)
  return {
    title: cleanText(title),
    kind: 'game',
    ...(isLive && game.current_ball !== null && { ball: game.current_ball }),
    isLive,
    ...(game.is_test && { isTest: true }),
    ...bannerOf(game, isLive, showsModes),
    rows: game.scores.slice(0, 6).map(({ position, score, player }) => ({
      place: position,
      name: nameOf(player, `Player ${position}`),
      unnamed: `Player ${position}`,
      score: String(score),
      isAhead: isLive ? position === game.current_player : best > 0n && BigInt(score) === best,
    })),
  }
}

const rankingPanel = (title: string, scores: readonly LeaderboardScore[]): PicturePanel => ({
  title: cleanText(title),
  kind: 'ranking',
  isLive: false,
  ...(scores.length === 0 && { banner: { text: 'NO SCORES YET', color: amber } }),
  rows: scores.slice(0, 8).map(({ position, score, player }) => ({
    place: position,
    name: nameOf(player, 'Guest'),
    unnamed: 'Player',
    score: String(score),
    isAhead: position === 1,
  })),
})

const ofMachine = (machine: ShownMachine | undefined) => machine?.machine.name ?? ''
const venueOf = (machines: readonly (ShownMachine | undefined)[]) => {
  const names = new Set(machines.flatMap((machine) => (machine ? [cleanText(machine.venue.name)] : [])))
  return names.size === 1 ? [...names][0]! : ''
}

/** A scoreboard shows the newest game of its machines. */
function scoreboardPanel({ title, items, display_modes }: ScoreboardSettings, games: readonly Game[]) {
  const [game] = games
  const machines = items.map(({ venuemachine }) => venuemachine)
  const machine = machines.find(({ id }) => id === game?.venuemachine_id) ?? machines[0]
  return { panel: gamePanel(ofMachine(machine) || title, game, display_modes), machines }
}

const leaderboardPanel = ({ title, items }: LeaderboardSettings, scores: readonly LeaderboardScore[]) =>
  rankingPanel(items.length === 1 ? items[0]!.name : title, scores)

interface Part {
  panel: PicturePanel
  machines: ShownMachine[]
}

function feedParts(title: string, feeds: Record<string, FeedState>): Part[] {
  return Object.values(feeds).flatMap((feed): Part[] => {
    if (feed.kind === 'game')
      return feed.games.map(({ venuemachine, game }) => ({
        panel: gamePanel(ofMachine(venuemachine), game),
        machines: [venuemachine],
      }))
    if (feed.kind === 'ranking') return [{ panel: rankingPanel(title, feed.scores), machines: [] }]
    if (feed.kind !== 'board') return []
    return feed.boards.flatMap(({ type, settings, scores }) =>
      settings && scores ? partsOf(type, settings, scores) : [],
    )
  })
}

/** What of its machines and rankings a board shows. */
function partsOf(type: string, settings: object, body: object): Part[] {
  if (type === 'scoreboard')
    return [scoreboardPanel(settings as ScoreboardSettings, (body as { data?: Game[] }).data ?? [])]
  if (type === 'leaderboard') {
    const { data } = body as { data?: { scores: LeaderboardScore[] }[] }
    return [{ panel: leaderboardPanel(settings as LeaderboardSettings, data?.[0]?.scores ?? []), machines: [] }]
  }
  if (type === 'comboboard') {
    const entries = (body as Pick<ComboboardScores, 'boards'>).boards
    return (settings as ComboboardSettings).boards.flatMap((board, at) => {
      const entry = entries[at] as { sessions?: Game[]; data?: unknown; feeds?: unknown } | undefined
      return board.bootstrap && entry
        ? partsOf(board.item_type, board.bootstrap, { data: entry.sessions ?? entry.data, feeds: entry.feeds })
        : []
    })
  }
  if (type === 'streamboard') {
    const { data } = body as Pick<StreamboardScores, 'data'>
    return (settings as StreamboardSettings).items.flatMap(({ venuemachine }, at) =>
      venuemachine ? [{ panel: gamePanel(ofMachine(venuemachine), data[at]?.session), machines: [venuemachine] }] : [],
    )
  }
  const { feeds } = body as { feeds?: Record<string, FeedState> }
  return feedParts((settings as { title?: string }).title ?? '', feeds ?? {})
}

const mostPanels = 6

/** Overlays have none: they lie on a stream. */
function groundOf(settings: object): string {
  const { background_color: color } = settings as { background_color?: unknown }
  const { red, green, blue } = (typeof color === 'string' ? parseColor(color) : undefined) ?? {
    red: 0,
    green: 0,
    blue: 0,
  }
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** @param title of the board, where it is another's than that of what it shows */
export function pictureOf(
  type: string,
  { settings, body }: ShownBoard,
  title = (settings as { title?: string }).title ?? '',
): BoardPicture {
  const parts = partsOf(type, settings, body)
  return {
    title: cleanText(title),
    venue: venueOf(parts.flatMap(({ machines }) => machines)),
    panels: parts.slice(0, mostPanels).map(({ panel }) => panel),
    boards: parts.length,
    ground: groundOf(settings),
  }
}

/** What is said of a board beside its title: one sentence, the newest score in it where there is one. */
export function sentenceOf({ venue, panels, boards }: BoardPicture): string {
  const place = venue ? `from ${venue}` : 'on Multiball'
  const [panel] = panels
  if (!panel || boards > 1) return boards > 1 ? `Live scores of ${boards} boards ${place}` : `Live scores ${place}`
  const row = panel.rows.find(({ isAhead }) => isAhead) ?? panel.rows[0]
  if (!row) return `Live scores ${place}`
  const who = `${row.name} ${row.score.replace(/\B(?=(?:\d{3})+$)/g, ',')}`
  if (panel.kind === 'ranking') return `Best score: ${who}`
  if (panel.isTest) return `Test game: ${who}${panel.title ? ` on ${panel.title}` : ''}`
  if (panel.isLive) return `Live now: ${who}${panel.ball === undefined ? '' : ` · Ball ${panel.ball}`}`
  return `Game over: ${who}${panel.title ? ` on ${panel.title}` : ''}`
}
