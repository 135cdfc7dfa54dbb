import { listOf, Scoreboard } from '@multiball/shared/schema'
import type { List, ScoreboardInput } from '@multiball/shared/schema'
import type * as v from 'valibot'
import { command, read, write } from './client'

/** What each board type answers, and what its owner sends. A new type is one line in each. */
const schemas = { scoreboard: Scoreboard }
interface Inputs {
  scoreboard: ScoreboardInput
}

type Schemas = typeof schemas
export type ListedBoardType = keyof Schemas
export type BoardOf<Type extends ListedBoardType> = v.InferOutput<Schemas[Type]>

export interface BoardQuery {
  owner?: number
  is_public?: boolean
  limit?: number
  offset?: number
  /** field, with a leading `-` for descending */
  ordering?: string
}

export interface BoardResource<Board, Input> {
  list(query: BoardQuery, signal?: AbortSignal): Promise<List<Board>>
  get(id: number, signal?: AbortSignal): Promise<Board>
  create(input: Input): Promise<Board>
  update(id: number, input: Input): Promise<Board>
  remove(id: number): Promise<void>
}

/** The calls of one board type. All throw ApiError. */
export function boards<Type extends ListedBoardType>(type: Type): BoardResource<BoardOf<Type>, Inputs[Type]> {
  const schema = schemas[type]
  const path = `/api/${type}/`
  return {
    list: (query, signal) => read(path, listOf(schema), { query: { ...query }, signal }),
    get: (id, signal) => read(`${path}${id}/`, schema, { signal }),
    create: (input) => write('post', path, input, schema),
    update: (id, input) => write('put', `${path}${id}/`, input, schema),
    remove: (id) => command('delete', `${path}${id}/`),
  }
}

export const scoreboards = boards('scoreboard')
