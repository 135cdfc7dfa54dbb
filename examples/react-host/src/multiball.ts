import * as React from 'react'
import type { ComponentType, ReactNode } from 'react'
import * as ReactDOM from 'react-dom'
import * as ReactDOMClient from 'react-dom/client'

/* What this application uses of host.js, written down as far as it uses it. */

export interface Mounted {
  update(look: { theme?: 'board' | 'dark' | 'light'; accent?: string }): void
  unmount(): void
}

interface Reacts {
  react: object
  reactDom: object
}

interface MountOptions extends Reacts {
  type: string
  board: number
  theme?: 'board' | 'dark' | 'light'
  onEvent?(event: string, detail: unknown): void
}

/** What `mf-scoreboards ./display` is. */
export interface DisplayModule {
  display: {
    Display: ComponentType<{
      bootstrap: unknown
      scores: unknown
      layout: 'screen' | 'cell'
      options: { winnerMachineTitle: null }
    }>
  }
}

export interface HostModule {
  version: string
  mountBoard(place: HTMLElement, options: MountOptions): Promise<Mounted>
  loadExpose<Module>(remote: string, expose: string, reacts: Reacts): Promise<Module>
  /** what a display stands on: its colours and units */
  loadStage(
    reacts: Reacts,
  ): Promise<ComponentType<{ background: string; layout?: 'screen' | 'cell'; children: ReactNode }>>
  styleRoot(root: ShadowRoot): Promise<() => void>
}

let rootsMade = 0

/** How many roots Multiball has made with this application's React. */
export const countRoots = (): number => rootsMade

/** This application's React, which Multiball uses where it fits; it counts what is done with it. */
export const reacts: Reacts = {
  react: React,
  reactDom: {
    ...ReactDOM,
    ...ReactDOMClient,
    createRoot: (...given: Parameters<typeof ReactDOMClient.createRoot>) => {
      rootsMade += 1
      return ReactDOMClient.createRoot(...given)
    },
  },
}

/** host.js of a server. Webpack leaves this import as it is: the address is nobody's module. */
export const loadHost = (host: string): Promise<HostModule> =>
  import(/* webpackIgnore: true */ `${host}/embed/v1/host.js`) as Promise<HostModule>
