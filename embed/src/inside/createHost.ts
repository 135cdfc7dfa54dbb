import { configureApi } from '@multiball/shared/client'
import { Stage } from '@multiball/shared/display'
import { pause } from '@multiball/shared/embedding'
import { browserEnvironment, createSharedSocket, openSocketsWith, type SocketLike } from '@multiball/shared/live'
import { loadExpose, startRemotes } from '@multiball/shared/remotes'
import { PageConfig, sharedSocketPath, type Registry } from '@multiball/shared/schema'
import { version as reactVersion } from 'react'
import * as v from 'valibot'
import type { Inside } from '../slot'
import type { Styles } from './Styles'
import { mountBoard } from './mountBoard'

interface HostOptions {
  /** of our server */
  origin: string
  /** the answer of /embed/v1/start.json */
  settings: unknown
  styles: Styles
}

/** Written in by the build: the version of shared that this script brings along. */
declare const SHARED_VERSION: string

const Settings = v.object({ registry: v.looseObject({}), config: PageConfig })

/** In our own pages '' is the page's origin; here it is the server's. */
const located = (config: PageConfig, origin: string): PageConfig => ({
  ...config,
  apiHost: config.apiHost || origin,
  scoresHost: config.scoresHost || origin.replace(/^http/, 'ws'),
  overrides: false,
})

/** All that boards of a page share: API, registry and remotes, wired to our server instead of the page's. @throws when the settings are none */
export function createHost({ origin, settings, styles }: HostOptions): Inside {
  const { registry, config } = v.parse(Settings, settings)
  const pageConfig = located(config, origin)
  configureApi({ pageConfig })
  startRemotes({
    origins: pageConfig.remoteOrigins,
    host: { base: origin, registry, provided: { shared: SHARED_VERSION, react: reactVersion } },
  })
  const { openSocket } = browserEnvironment
  const openShared = () => new WebSocket(pageConfig.scoresHost.replace(/\/+$/, '') + sharedSocketPath) as SocketLike
  openSocketsWith(createSharedSocket(openShared, openSocket))
  const warm = warmer(registry, origin)
  return {
    mount: async (place, options) => mountBoard(place, options, { styles, warm }),
    loadExpose: (remote, expose) => {
      warm(remote, expose)
      return loadExpose(remote, expose)
    },
    styleRoot: async (root) => styles.keepIn(root),
    loadStage: async () => Stage,
  }
}

/**
 * Asks for the files of an expose that its entry would name only once it has arrived; the entry is asked for by whoever
 * loads the expose. One file in a task: with a slow processor each takes some ms. They are fetched, not preloaded by
 * links, because links would need the nonce of the page's policy.
 * @param registry as the server answered it
 */
export function warmer(registry: object, origin: string): (remote: string, expose: string) => void {
  const { remotes = {} } = registry as Partial<Registry>
  const asked = new Set<string>()
  const askOneByOne = async (files: readonly (readonly [file: string, credentials: RequestCredentials])[]) => {
    for (const [file, credentials] of files) {
      await pause()
      void fetch(new URL(file, origin), { mode: 'cors', credentials })
        .then((answer) => answer.blob())
        .catch(() => {})
    }
  }
  return (remote, expose) => {
    const { active = '', enabled, versions } = remotes[remote] ?? {}
    const files = versions?.[active]?.exposes[expose]
    if (!files || !enabled || asked.has(`${remote} ${expose}`)) return
    asked.add(`${remote} ${expose}`)
    const { scripts = [], styles: sheets = [] } = files
    // Exactly as each will be asked for, with its hash then, so that it is found in the cache.
    void askOneByOne([
      ...sheets.map((sheet) => [sheet, 'omit'] as const),
      ...scripts.map((script) => [script, 'same-origin'] as const),
    ])
  }
}
