import { accountsRoutes } from './accounts/accounts.routes'
import { scoreboardsRoutes } from './boards/scoreboards.routes'
import { catalogueRoutes } from './catalogue/catalogue.routes'
import { pagesRoutes } from './pages/pages.routes'
import type { Composition, Foundation } from './server'
import { venuesRoutes } from './venues/venues.routes'

/** Every area of the server, put together. */
export function compose({ config, db, changes }: Foundation): Composition {
  return {
    areas: [accountsRoutes({ db }), catalogueRoutes({ db }), venuesRoutes({ db, changes }), scoreboardsRoutes({ db, changes })],
    pages: pagesRoutes({ deployFolder: config.deployFolder, config: config.pages }),
  }
}
