import { boardRoutes } from './boards.routes'
import type { BoardsDependencies } from './boards.service'
import { comboboards } from './comboboards'

/** Comboboards: list, item, create, update, delete, viewer key, what uses them. */
export const comboboardsRoutes = (dependencies: BoardsDependencies) => boardRoutes(comboboards, dependencies)
