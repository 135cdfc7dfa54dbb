import { boardRoutes } from './boards.routes'
import type { BoardsDependencies } from './boards.service'
import { streamboards } from './streamboards'

/** Streamboards: list, item, create, update, delete, viewer key, what uses them. */
export const streamboardsRoutes = (dependencies: BoardsDependencies) => boardRoutes(streamboards, dependencies)
