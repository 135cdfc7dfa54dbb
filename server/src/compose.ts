import { accountsRoutes } from './accounts/accounts.routes'
import { scoreboardsRoutes } from './boards/scoreboards.routes'
import { catalogueRoutes } from './catalogue/catalogue.routes'
import { startDemo, type RunningDemo } from './demo/startDemo'
import { devicesRoutes } from './devices/devices.routes'
import { Devices } from './devices/devices.service'
import { ownedDevicesRoutes } from './devices/owner.routes'
import { Games } from './games/games.service'
import { gamesStore } from './games/games.store'
import { scoresRoutes } from './games/scores.routes'
import { MachineScores } from './games/scores.service'
import { LiveHub } from './live/hub'
import { liveRoutes } from './live/live.routes'
import { scoreboardSource } from './live/scoreboardSource'
import { pagesRoutes } from './pages/pages.routes'
import type { Composition, Foundation } from './server'
import { venuesRoutes } from './venues/venues.routes'

const sweepEveryMs = 15_000

/** Every area of the server, put together. */
export function compose({ config, db, changes, onError }: Foundation): Composition {
  const games = new Games(gamesStore(db), { onError })
  const hub = new LiveHub(games, [scoreboardSource(db)], { onError })
  changes.onBoardChange((change) => hub.boardChanged(change))
  const devices = new Devices(db, games)
  const scores = new MachineScores(db, games)
  // Games of machines that fell silent are settled.
  const sweeping = setInterval(() => void games.sweep().catch(onError), sweepEveryMs)

  let demo: RunningDemo | undefined

  return {
    areas: [
      accountsRoutes({ db }),
      catalogueRoutes({ db }),
      venuesRoutes({ db, changes }),
      scoreboardsRoutes({ db, changes }),
      devicesRoutes({ devices, games }),
      ownedDevicesRoutes({ devices }),
      scoresRoutes({ scores }),
      liveRoutes({ hub }),
    ],
    pages: pagesRoutes({ deployFolder: config.deployFolder, config: config.pages }),
    attach: (server) => hub.attach(server),
    onReady: async ([baseUrl = '']) => {
      if (!config.demo) return []
      demo = await startDemo({ db, devices, games, baseUrl, onError })
      return demo?.lines ?? []
    },
    drain: async () => {
      await demo?.stop()
      await hub.close()
    },
    close: async () => {
      clearInterval(sweeping)
      await games.close()
    },
  }
}
