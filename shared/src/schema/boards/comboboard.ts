import * as v from 'valibot'
import { Game } from '../game'
import { Color, Id, Order } from '../primitives/values'
import { allDifferent, ownedFields, Title, ToldMoments } from './board'
import { CustomTypeName, FeedName, itemType } from './typeNames'
import { CustomSettings, FeedState, type CustomScores } from './customBoard'
import { LeaderboardScore, LeaderboardSettings } from './leaderboard'
import { anyCustom, boardRef } from './references'
import { ScoreboardSettings, ShownChase } from './scoreboard'
import { Stamp } from './state'

/** Most items of a comboboard, in normal and in high density. */
export const comboboardLimits = { normal: 6, highDensity: 20 } as const

const isMissing = 'Each item must have a scoreboard or leaderboard'

const cellTypes = ['scoreboard', 'leaderboard'] as const

const ComboboardItem = v.object(
  {
    item_type: itemType(cellTypes, isMissing),
    item_id: boardRef([...cellTypes, anyCustom], isMissing, { kindIn: 'item_type', cells: true }),
    order: Order,
  },
  isMissing,
)

const fields = {
  title: Title,
  is_public: v.optional(v.boolean(), false),
  moments: ToldMoments,
  high_density: v.optional(v.boolean(), false),
  background_color: v.optional(Color, '#000'),
  items: v.pipe(
    v.array(ComboboardItem),
    v.minLength(2, 'A comboboard must have at least two items.'),
    v.maxLength(comboboardLimits.highDensity, `A comboboard can have at most ${comboboardLimits.highDensity} items.`),
    v.check(
      allDifferent(({ item_type, item_id }) => `${item_type} ${item_id}`),
      'Each item must be unique',
    ),
  ),
}

/** What an owner sends: POST and PUT /api/comboboard/. */
export const ComboboardInput = v.pipe(
  v.object(fields),
  v.forward(
    v.partialCheck(
      [['high_density'], ['items']],
      ({ high_density, items }) => high_density || items.length <= comboboardLimits.normal,
      `A comboboard can have at most ${comboboardLimits.normal} items, or ${comboboardLimits.highDensity} with high density.`,
    ),
    ['items'],
  ),
)
export type ComboboardInput = v.InferOutput<typeof ComboboardInput>

/** The stored comboboard, answered by list, item, create and update. */
export const Comboboard = v.object({ ...ownedFields, ...fields, items: v.array(ComboboardItem) })
export type Comboboard = v.InferOutput<typeof Comboboard>

/** Which board an entry is about, and what is said instead of it where it may not be seen. */
const place = { item_id: Id, order: v.number(), error: v.optional(v.string()) }

const BuiltInScore = v.variant('item_type', [
  /** as `data` of a scoreboard's scores; missing beside an `error` */
  v.object({
    item_type: v.literal('scoreboard'),
    ...place,
    sessions: v.optional(v.array(Game)),
    chase: ShownChase,
  }),
  /** as `data` of a leaderboard's scores; missing beside an `error` */
  v.object({
    item_type: v.literal('leaderboard'),
    ...place,
    data: v.optional(v.array(v.object({ scores: v.array(LeaderboardScore) }))),
  }),
])
/** Where a board of a type from a remote stands in a comboboard. */
export interface CustomPlace {
  item_type: string
  item_id: number
  order: number
  error?: string
}

/** Of a type from a remote; `feeds` are missing beside an `error`. Its type is written out: inferred it is too deep for the compiler. */
const CustomScore: v.GenericSchema<unknown, CustomPlace & { feeds?: CustomScores['feeds'] }> = v.object({
  item_type: CustomTypeName,
  ...place,
  feeds: v.optional(v.record(FeedName, FeedState)),
})
const ComboboardScore = v.union([BuiltInScore, CustomScore])

/** Body of GET /api/comboboard/{id}/scores/, and beside type and name what its socket is sent. */
export const ComboboardScores = v.object({ boards: v.array(ComboboardScore), ...Stamp })
export type ComboboardScores = v.InferOutput<typeof ComboboardScores>

const BuiltInPart = v.variant('item_type', [
  v.object({ item_type: v.literal('scoreboard'), ...place, bootstrap: v.optional(ScoreboardSettings) }),
  v.object({ item_type: v.literal('leaderboard'), ...place, bootstrap: v.optional(LeaderboardSettings) }),
])
const CustomPart: v.GenericSchema<unknown, CustomPlace & { bootstrap?: CustomSettings }> = v.object({
  item_type: CustomTypeName,
  ...place,
  bootstrap: v.optional(CustomSettings),
})
const ComboboardPart = v.union([BuiltInPart, CustomPart])

const { title: _title, is_public: _isPublic, moments: _moments, items: _items, ...shown } = fields

/** What a comboboard says of itself besides its scores. */
export const ComboboardSettings = v.object({
  id: Id,
  title: v.string(),
  ...shown,
  items: v.array(ComboboardItem),
  /** each item's own bootstrap without its scores; `error` in its place where it may not be seen */
  boards: v.array(ComboboardPart),
})
export type ComboboardSettings = v.InferOutput<typeof ComboboardSettings>

/** GET /api/comboboard/{id}/bootstrap/ */
export const ComboboardBootstrap = v.object({ ...ComboboardSettings.entries, scores: ComboboardScores })
export type ComboboardBootstrap = v.InferOutput<typeof ComboboardBootstrap>
