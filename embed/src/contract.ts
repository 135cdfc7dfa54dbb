/*
 * What pages of partners rely on, version 1: attributes, events and the options of host.js. Changes go into
 * docs/embeds-changelog.md; within version 1 things are only added.
 */

/** One of these, or a board type that the server took from a remote: which there are, it alone knows. */
export type EmbedType = 'scoreboard' | 'leaderboard' | 'comboboard' | 'slideshow' | 'streamboard' | (string & {})
export const isTypeName = (text: string) => /^[a-z]{2,30}$/.test(text)
export const typeKind = 'a board type such as scoreboard'

export const themes = ['board', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

export const connections = ['connecting', 'live', 'polling', 'offline'] as const

export const errorCodes = ['BOARD_NOT_FOUND', 'REMOTE_FAILED', 'NETWORK', 'BAD_ATTRIBUTE', 'HOST_UNREACHABLE'] as const
export type ErrorCode = (typeof errorCodes)[number]

/** What each event brings; the element's events add `version: 1`. */
export interface EmbedEvents {
  ready: { type: EmbedType; board: number; title: string }
  /** a newer state; `players` of scoreboards: null for one who is not known, scores as digits since they may pass 2^53 */
  score: { type: EmbedType; board: number; seq: number; players?: { name: string | null; score: string }[] }
  /** asOf: ms since 1970 when the server was last heard */
  state: { connection: (typeof connections)[number]; asOf?: number }
  /** px: the size that suits the board best; of a streamboard that of its canvas */
  resize: { width: number; height: number }
  error: { code: ErrorCode; message: string }
}

export type OnEvent = <Name extends keyof EmbedEvents>(event: Name, detail: EmbedEvents[Name]) => void

/** How a board looks besides what its owner chose. */
export interface Look {
  theme?: Theme
  /** `#rgb` or `#rrggbb` */
  accent?: string
  /** `#rgb` or `#rrggbb`, in place of the theme's background */
  background?: string
  /** BCP 47 */
  lang?: string
}

/** A partner's own React: the namespaces of `react`, and of `react-dom` together with `react-dom/client`. */
export interface GivenReact {
  react?: { version: string }
  reactDom?: { version: string }
}

export interface MountOptions extends Look, GivenReact {
  type: EmbedType
  board: number
  /** opens a private board */
  key?: string
  /** name of the board for screen readers; default its own title */
  title?: string
  onEvent?: OnEvent
}

export interface Mounted {
  /** Changes how it looks; what is not named stays. */
  update(look: Look & { title?: string }): void
  /** Takes it out of the page with all that belongs to it. */
  unmount(): void
}

/** Why a board cannot be shown, with the code that mb-error brings. */
export class EmbedFailure extends Error {
  override readonly name = 'EmbedFailure'

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** @throws EmbedFailure BAD_ATTRIBUTE unless these can name a board; what applications give is not checked by a compiler alone */
export function requireBoard({ type, board }: { type?: EmbedType; board?: number } = {}): void {
  if (type === undefined || !isTypeName(type)) throw new EmbedFailure('BAD_ATTRIBUTE', `type is ${typeKind}.`)
  if (board === undefined || !Number.isSafeInteger(board) || board < 1)
    throw new EmbedFailure('BAD_ATTRIBUTE', 'board is the number of a board.')
}
