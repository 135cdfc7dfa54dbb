import { boardRoutes } from './boards.routes'
import type { BoardsDependencies } from './boards.service'
import { slideshows } from './slideshows'

/** Slideshows: list, item, create, update, delete, viewer key, what uses them. */
export const slideshowsRoutes = (dependencies: BoardsDependencies) => boardRoutes(slideshows, dependencies)
