import { ScoreboardBootstrap, ScoreboardScores } from '@multiball/shared/schema'
import type * as v from 'valibot'
import { read } from './client'

const schemas = { scoreboard: { bootstrap: ScoreboardBootstrap, scores: ScoreboardScores } }

type Schemas = typeof schemas
export type ViewedBoardType = keyof Schemas
export type BootstrapOf<Type extends ViewedBoardType> = v.InferOutput<Schemas[Type]['bootstrap']>
export type ScoresOf<Type extends ViewedBoardType> = v.InferOutput<Schemas[Type]['scores']>

interface ViewOptions {
  /** opens a private board */
  key?: string
  signal?: AbortSignal
}

/** All that a viewer needs for its first paint. Tried once, since the live room has its own clock. Throws ApiError. */
export const getBootstrap = <Type extends ViewedBoardType>(type: Type, id: number, { key, signal }: ViewOptions = {}) =>
  read(`/api/${type}/${id}/bootstrap/`, schemas[type].bootstrap, { query: { key }, signal, retries: 0 }) as Promise<BootstrapOf<Type>>

/** The newest state of a board. Tried once. Throws ApiError. */
export const getScores = <Type extends ViewedBoardType>(type: Type, id: number, { key, signal }: ViewOptions = {}) =>
  read(`/api/${type}/${id}/scores/`, schemas[type].scores, { query: { key }, signal, retries: 0 }) as Promise<ScoresOf<Type>>
