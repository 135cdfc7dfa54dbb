import { boardRoutes } from './boards.routes'
import type { BoardsDependencies } from './boards.service'
import { scoreboards } from './scoreboards'

/** Scoreboards: list, item, create, update, delete, viewer key, what uses them. */
export const scoreboardsRoutes = (dependencies: BoardsDependencies) => boardRoutes(scoreboards, dependencies)
