import type { ComponentType } from 'react'

/*
 * Stands in for @multiball/shared/remotes: what the registry says is data of the test, and what loads is a component
 * of the test.
 */

export class RemoteFailure extends Error {
  constructor(
    readonly remote: string,
    readonly version: string,
    readonly code: string,
    readonly reason = '',
  ) {
    super(code)
  }

  get file(): string | undefined {
    return /[^/]+\.js/.exec(this.reason)?.[0]
  }
}

export const isRetryable = ({ code }: RemoteFailure): boolean =>
  /_(?:TIMEOUT|ENTRY_FAILED|INTEGRITY|CHUNK_FAILED)$/.test(code)

const sections = ['Scoreboards', 'Leaderboards', 'Comboboards', 'Slideshows', 'Streamboards']

interface Navigation {
  remote: string
  label: string
  path: string
  icon: string
  order: number
  counts?: 'venues' | 'tvs'
}

export const listNavigation = jest.fn((): Navigation[] =>
  sections.map((label, order) => ({
    remote: `mf-${label.toLowerCase()}`,
    label,
    path: `/${label.toLowerCase()}`,
    icon: label.toLowerCase().slice(0, -1),
    order,
  })),
)

interface HomePanel {
  remote: string
  expose: string
  label: string
  order: number
}

export const listHomePanels = jest.fn((): HomePanel[] => [])

interface FakeRoute {
  remote: string
  label: string
  path: string
  expose: string
  access?: 'public'
  menu?: { label: string; icon: string }
}

export const listRoutes = jest.fn((): FakeRoute[] => [
  ...sections.map((label) => ({
    remote: `mf-${label.toLowerCase()}`,
    label,
    path: `/${label.toLowerCase()}/*`,
    expose: './routes',
  })),
  { remote: 'mf-viewer', label: 'mf-viewer', path: '/viewer/*', expose: './routes' },
])

export const listCommandRemotes = jest.fn((): { remote: string; label: string }[] => [])
export const listHelpRemotes = jest.fn((): { remote: string; label: string }[] => [])
export const remoteForDisplay = jest.fn((type: string): string | undefined =>
  type === 'scoreboard' ? 'mf-scoreboards' : undefined,
)
export const remoteVersion = jest.fn((_remote: string): string | undefined => '2.4.1')
export const retryRemote = jest.fn()
export const reportThrown = jest.fn((_thrown: unknown) => {})
export const newerRev = jest.fn(async (_remotes?: readonly string[]): Promise<number | undefined> => undefined)
export const whenOverridesAreKnown = (_isAllowed: boolean, start: () => void): void => start()
export const startRemotes = jest.fn()

/** Answers the page of a remote; a test replaces it. */
export const loadExpose = jest.fn<Promise<{ default: ComponentType }>, [string, string]>()

/** What it has answered by now; a test says what. */
export const loadedExpose = jest.fn<{ default: ComponentType } | undefined, [string, string]>()
