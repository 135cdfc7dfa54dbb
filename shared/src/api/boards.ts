import { command, read, write } from '@multiball/shared/client'
import {
  boardPath,
  BoardUses,
  Comboboard,
  CustomBoard,
  isBuiltInType,
  Leaderboard,
  listOf,
  Scoreboard,
  Slideshow,
  Streamboard,
  StreamControl,
} from '@multiball/shared/schema'
import type {
  BoardType,
  BoardUse,
  BuiltInType,
  ComboboardInput,
  FromMachinesInput,
  LeaderboardInput,
  List,
  ScoreboardInput,
  SlideshowInput,
  StreamboardInput,
  StreamControlChange,
} from '@multiball/shared/schema'
import * as v from 'valibot'

/** What each built-in type answers, and what its owner sends. */
const schemas = {
  scoreboard: Scoreboard,
  leaderboard: Leaderboard,
  comboboard: Comboboard,
  slideshow: Slideshow,
  streamboard: Streamboard,
}
interface Inputs {
  scoreboard: ScoreboardInput
  leaderboard: LeaderboardInput
  comboboard: ComboboardInput
  slideshow: SlideshowInput
  streamboard: StreamboardInput
}

/** What the owner of a board of a type from a remote sends: its settings beside the title. */
export interface CustomInput {
  title: string
  is_public?: boolean
  [setting: string]: unknown
}

/** A board of this type; of a type that is not known before, any of them. */
export type BoardOf<Type extends BoardType = BoardType> = BoardType extends Type
  ? v.InferOutput<(typeof schemas)[BuiltInType]> | CustomBoard
  : Type extends BuiltInType
    ? v.InferOutput<(typeof schemas)[Type]>
    : CustomBoard

/** What the owner of a board of this type sends. */
export type InputOf<Type extends BoardType = BoardType> = BoardType extends Type
  ? Inputs[BuiltInType] | CustomInput
  : Type extends BuiltInType
    ? Inputs[Type]
    : CustomInput

function schemaOf<Type extends BoardType>(type: Type): v.GenericSchema<unknown, BoardOf<Type>> {
  const schema: v.GenericSchema = isBuiltInType(type) ? schemas[type] : CustomBoard
  return schema as v.GenericSchema<unknown, BoardOf<Type>>
}

export interface BoardQuery {
  owner?: number
  is_public?: boolean
  limit?: number
  offset?: number
  /** words of the title, or of its owner's name */
  search?: string
  /** field, with a leading `-` for descending */
  ordering?: string
}

export interface BoardResource<Board, Input> {
  list(query: BoardQuery, signal?: AbortSignal): Promise<List<Board>>
  get(id: number, signal?: AbortSignal): Promise<Board>
  create(input: Input): Promise<Board>
  update(id: number, input: Input): Promise<Board>
  /** changes these fields and leaves the others as they are, also those that could not be saved so any more */
  patch(id: number, fields: Partial<Input>): Promise<Board>
  remove(id: number): Promise<void>
  /** the boards that show this one, as far as the owner may know of them */
  usedBy(id: number, signal?: AbortSignal): Promise<BoardUse[]>
}

/** The calls of one board type. All throw ApiError. */
export function boards<Type extends BoardType>(type: Type): BoardResource<BoardOf<Type>, InputOf<Type>> {
  const schema = schemaOf(type)
  const path = boardPath(type)
  return {
    list: (query, signal) => read(path, listOf(schema), { query: { ...query }, signal }),
    get: (id, signal) => read(`${path}${id}/`, schema, { signal }),
    create: (input) => write('post', path, input, schema),
    update: (id, input) => write('put', `${path}${id}/`, input, schema),
    patch: (id, fields) => write('patch', `${path}${id}/`, fields, schema),
    remove: (id) => command('delete', `${path}${id}/`),
    usedBy: async (id, signal) => (await read(`${path}${id}/used_by/`, BoardUses, { signal })).results,
  }
}

/** Makes a new key of a feed that programs post for a board; the one before posts nothing any more. Throws ApiError. */
export const makeFeedKey = async (type: BoardType, id: number, feed: string): Promise<string> =>
  (await write('post', `${boardPath(type)}${id}/feed/${feed}/key/`, {}, v.object({ key: v.string() }))).key

/** Creates a leaderboard and a scoreboard for each machine and a comboboard of the scoreboards, all or none; answers the comboboard. Throws ApiError. */
export const createFromMachines = (input: FromMachinesInput): Promise<Comboboard> =>
  write('post', '/api/comboboard/from_machines/', input, Comboboard)

const controlPath = (id: number) => `${boardPath('streamboard')}${id}/control/`

/** What a streamboard shows in the middle of a show, for its owner. Throws ApiError. */
export const getStreamControl = (id: number, signal?: AbortSignal): Promise<StreamControl> =>
  read(controlPath(id), StreamControl, { signal })

/** Changes these fields of it, on every overlay at once; answers what it is then. Throws ApiError. */
export const changeStreamControl = (id: number, change: StreamControlChange): Promise<StreamControl> =>
  write('patch', controlPath(id), change, StreamControl)

/** The calls of a type from a remote. */
export const customBoards = (type: BoardType): BoardResource<CustomBoard, CustomInput> =>
  boards(type) as BoardResource<CustomBoard, CustomInput>

export const scoreboards = boards('scoreboard')
export const leaderboards = boards('leaderboard')
export const comboboards = boards('comboboard')
export const slideshows = boards('slideshow')
export const streamboards = boards('streamboard')
