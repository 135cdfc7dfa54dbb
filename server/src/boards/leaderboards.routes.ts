import { boardRoutes } from './boards.routes'
import type { BoardsDependencies } from './boards.service'
import { leaderboards } from './leaderboards'

/** Leaderboards: list, item, create, update, delete, viewer key, what uses them. */
export const leaderboardsRoutes = (dependencies: BoardsDependencies) => boardRoutes(leaderboards, dependencies)
