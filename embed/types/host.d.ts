/*
 * Types of https://…/embed/v1/host.js. Save this file in your project and load the module with them:
 *
 *   import type * as Host from './multiball/host'
 *   const host: Promise<typeof Host> = import('https://boards.example.com/embed/v1/host.js')
 */

/** One of these, or a board type that the host took from a remote. */
export type EmbedType = 'scoreboard' | 'leaderboard' | 'comboboard' | 'slideshow' | 'streamboard' | (string & {})

export type Theme = 'board' | 'dark' | 'light'

export type ErrorCode = 'BOARD_NOT_FOUND' | 'REMOTE_FAILED' | 'NETWORK' | 'BAD_ATTRIBUTE' | 'HOST_UNREACHABLE'

/** What each event brings. */
export interface EmbedEvents {
  /** The board is on screen, for the first time or again. */
  ready: { type: EmbedType; board: number; title: string }
  /** A newer state; `players` of scoreboards only: null for one who is not known, scores as digits since they may pass 2^53. */
  score: { type: EmbedType; board: number; seq: number; players?: { name: string | null; score: string }[] }
  /** asOf: ms since 1970 when the server was last heard */
  state: { connection: 'connecting' | 'live' | 'polling' | 'offline'; asOf?: number }
  /** px: the size that suits the board best */
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

/** Your own React: the namespaces of `react`, and of `react-dom` together with `react-dom/client`. Used where it is a 19. */
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

/** Why a board cannot be shown. */
export class EmbedFailure extends Error {
  override readonly name: 'EmbedFailure'
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string)
}

/** Shows a live board in an element, which gets a shadow root of its own inside, or in a shadow root. Rejects with an EmbedFailure. */
export function mountBoard(place: HTMLElement | ShadowRoot, options: MountOptions): Promise<Mounted>

/** The module that a remote exposes, such as `./display` of `mf-scoreboards`, for applications that render it themselves. */
export function loadExpose<Module>(remote: string, expose: string, given?: GivenReact): Promise<Module>

/** The component that a display stands on: its colours, its safe area, and the units that it is sized in. */
export function loadStage<Stage>(given?: GivenReact): Promise<Stage>

/** Puts our styles and fonts into a root; what it answers takes them out again. */
export function styleRoot(root: Document | ShadowRoot): Promise<() => void>

/** Of this file, such as `1.1.0-ab12cd34`. */
export const version: string
