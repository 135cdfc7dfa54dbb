/*
 * Types of <multiball-board> for TypeScript, which needs host.d.ts beside it; react.d.ts adds the element to JSX. Save
 * them in your project, and name board.d.ts once: import type {} from './multiball/board'
 */

import type { EmbedEvents, EmbedType, Theme } from './host'

/** A number as HTML writes it, or as a framework takes it. */
type Digits = number | `${number}`

export interface BoardAttributes {
  type: EmbedType
  board: Digits
  /** opens a private board */
  'viewer-key'?: string
  /** what viewer-key was called first; frameworks such as React and Vue keep `key` for themselves */
  key?: string
  /** default frame */
  mode?: 'frame' | 'inline'
  /** default board: the owner's colours */
  theme?: Theme
  /** `#rgb` or `#rrggbb` */
  accent?: string
  /** BCP 47 */
  lang?: string
  /** what screen readers call it; default the board's title */
  title?: string
  /** default lazy */
  loading?: 'lazy' | 'eager'
  /** `16/9` by default; `auto` leaves it to the board */
  aspect?: 'auto' | `${number}/${number}` | `${number} / ${number}`
}

/** Each detail has `version: 1`. */
export type BoardEvents = {
  [Name in keyof EmbedEvents as `mb-${Name}`]: CustomEvent<EmbedEvents[Name] & { version: 1 }>
}

/** Each attribute is a property, too; without the attribute it is null. */
type BoardProperties = {
  [Name in Exclude<keyof BoardAttributes, 'viewer-key' | 'title' | 'lang'>]: BoardAttributes[Name] | null
} & {
  viewerKey: string | null
}

export interface BoardElement extends HTMLElement, BoardProperties {
  addEventListener<Name extends keyof BoardEvents>(
    name: Name,
    listener: (this: BoardElement, event: BoardEvents[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (this: BoardElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'multiball-board': BoardElement
  }
}
