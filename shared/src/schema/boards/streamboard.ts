import * as v from 'valibot'
import { Game } from '../game'
import { Color, Id, lineAsSent, Order } from '../primitives/values'
import { allDifferent, ownedFields, Title, ToldMoments } from './board'
import { boardRef } from './references'
import { ShownMachine } from './scoreboard'
import { Stamp } from './state'

export const streamboardSizes = ['1280x720', '1440x900', '1920x1080'] as const

export const streamboardLayouts = [
  'OneCam',
  'TwoCam',
  'TwoCamHeadToHead',
  'ThreeCam',
  'FourCam',
  'FourCamHeadToHead',
  'ScoresOnlyFixed',
  'ScoresOnlyVariable',
  'LowerThirdHorizontal',
  'LowerThirdVertical',
] as const

/** Boards of this type are drawn over footage: their page is transparent, and exactly as large as their canvas. */
export const isOverlayType = (type: string): type is 'streamboard' => type === 'streamboard'

/** oneUp: one machine with 1-4 players; multiUp: two machines with one player each. */
export const streamboardTypes = ['oneUp', 'multiUp'] as const

const override = v.optional(lineAsSent(256), '')

/** What is shown of one player instead of what the game says; empty: what the game says. */
const PlayerOverride = v.object({ playerName: override, playerInfo: override, playerAddress: override })

const ScoreboardConfig = v.object({
  numPlayers: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1, 'At least 1 player'), v.maxValue(4, 'At most 4 players')),
    1,
  ),
  players: v.optional(v.pipe(v.array(PlayerOverride), v.maxLength(4, 'At most 4 players')), () => []),
})

/** An object schema takes a list for an object without fields. This one does not, and is documented the same. */
const notAList = <Schema extends v.GenericSchema>(schema: Schema): Schema => ({
  ...schema,
  '~run': (...[dataset, config]: Parameters<Schema['~run']>) =>
    schema['~run'](Array.isArray(dataset.value) ? { value: undefined } : dataset, config),
})

const configFields = v.object({
  size: v.optional(v.picklist(streamboardSizes), '1280x720'),
  type: v.optional(v.picklist(streamboardTypes), 'oneUp'),
  layout: v.optional(v.picklist(streamboardLayouts), 'ThreeCam'),
  /** one a scoreboard, in the order of the items */
  scoreboardsConfig: v.optional(v.pipe(v.array(ScoreboardConfig), v.maxLength(2, 'At most 2 scoreboards')), () => []),
  backgroundColor: v.optional(Color, '#000000'),
  textColor: v.optional(Color, '#ffffff'),
  highlightColor: v.optional(Color, '#ffdf00'),
})

/** What a streamboard's owner chooses of its looks, field by field. */
export const streamboardConfigFields = configFields.entries

const Config = notAList(configFields)

/** What is wrong inside, instead of a union's "none of these". */
const sentenceWithin = ({ issues }: v.UnionIssue<v.BaseIssue<unknown>>) =>
  issues?.find(({ type }) => type !== 'string' && type !== 'object')?.message ?? 'This value is not accepted'

/** How a streamboard looks. JSON as text is taken too. */
export const StreamboardConfig = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(10_000), v.parseJson(), Config), Config], sentenceWithin),
  v.check(
    ({ type, scoreboardsConfig }) => type === 'oneUp' || scoreboardsConfig.every(({ numPlayers }) => numPlayers === 1),
    'With two machines each has one player',
  ),
)
export type StreamboardConfig = v.InferOutput<typeof StreamboardConfig>

const isMissing = 'Each item must specify a scoreboard'

/** A scoreboard of one machine, whose newest game the stream shows. */
const streamed = boardRef(['scoreboard'], isMissing, {
  machines: 1,
  refusal: 'Only public scoreboards with exactly one machine can be used',
})

const StreamboardItem = v.object({ scoreboard: streamed, order: Order }, isMissing)

const fields = {
  title: Title,
  is_public: v.optional(v.boolean(), true),
  moments: ToldMoments,
  scoreboard_items: v.pipe(
    v.array(StreamboardItem),
    v.minLength(1, isMissing),
    v.maxLength(2, 'At most 2 scoreboards'),
    v.check(
      allDifferent(({ scoreboard }) => scoreboard),
      'Each scoreboard must be unique',
    ),
  ),
  config_json: v.optional(StreamboardConfig, {}),
}

const typeAndItems = [['config_json'], ['scoreboard_items']] as const

/** What an owner sends: POST and PUT /api/streamboard/. */
export const StreamboardInput = v.pipe(
  v.object(fields),
  v.forward(
    v.partialCheck(
      typeAndItems,
      ({ config_json, scoreboard_items }) => config_json.type === 'oneUp' || scoreboard_items.length === 2,
      isMissing,
    ),
    ['scoreboard_items'],
  ),
  v.forward(
    v.partialCheck(
      typeAndItems,
      ({ config_json, scoreboard_items }) => config_json.type === 'multiUp' || scoreboard_items.length === 1,
      'One machine has one scoreboard',
    ),
    ['scoreboard_items'],
  ),
)
export type StreamboardInput = v.InferOutput<typeof StreamboardInput>

/** The stored streamboard, answered by list, item, create and update. */
export const Streamboard = v.object({ ...ownedFields, ...fields, scoreboard_items: v.array(StreamboardItem) })
export type Streamboard = v.InferOutput<typeof Streamboard>

/** Most matches of a queue, and most characters of a name in it. */
export const queueLimits = { matches: 500, players: 4, name: 80 } as const

const Matches = v.pipe(
  v.array(
    v.pipe(
      v.array(lineAsSent(queueLimits.name)),
      v.minLength(1, 'At least 1 player'),
      v.maxLength(queueLimits.players, 'At most 4 players'),
    ),
  ),
  v.maxLength(queueLimits.matches, `At most ${queueLimits.matches} matches`),
)

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const overridden = v.optional(lineAsSent(256))

/** Body of PATCH /api/streamboard/{id}/control/ : what changes in the middle of a show; what is left out stays. */
export const StreamControlChange = v.object({
  is_hidden: v.optional(v.boolean()),
  is_frozen: v.optional(v.boolean()),
  holds_moments: v.optional(v.boolean()),
  /** the queue: the names of each match */
  matches: v.optional(Matches),
  /** the match that is on, counted from 0; -1 before the first */
  match: v.optional(whole(-1, queueLimits.matches - 1)),
  /** texts of single players; those of the others stay */
  players: v.optional(
    v.pipe(
      v.array(
        v.object({
          station: whole(0, 1),
          player: whole(0, 3),
          playerName: overridden,
          playerInfo: overridden,
          playerAddress: overridden,
        }),
      ),
      v.maxLength(8, 'At most 8 players'),
    ),
  ),
  /** of one machine */
  numPlayers: v.optional(whole(1, 4)),
  layout: v.optional(v.picklist(streamboardLayouts)),
  backgroundColor: v.optional(Color),
  textColor: v.optional(Color),
  highlightColor: v.optional(Color),
})
export type StreamControlChange = v.InferOutput<typeof StreamControlChange>

const nobody = { playerName: '', playerInfo: '', playerAddress: '' }
const noPlayers: StreamboardConfig['scoreboardsConfig'][number] = { numPlayers: 1, players: [] }

/** The list with so many places at least. */
const filledTo = <Item>(list: readonly Item[], length: number, filling: Item): Item[] => [
  ...list,
  ...Array.from({ length: Math.max(0, length - list.length) }, () => filling),
]

/** The fields that were given. */
const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

/** How a streamboard looks after a change of its control, whether or not that fits its type. */
export function controlled(
  config: StreamboardConfig,
  { players = [], numPlayers, layout, backgroundColor, textColor, highlightColor }: StreamControlChange,
): StreamboardConfig {
  let scoreboardsConfig = filledTo(config.scoreboardsConfig, config.type === 'multiUp' ? 2 : 1, noPlayers)
  for (const { station, player, ...texts } of players) {
    scoreboardsConfig = filledTo(scoreboardsConfig, station + 1, noPlayers).map((one, at) => {
      if (at !== station) return one
      return {
        ...one,
        players: filledTo(one.players, player + 1, nobody).map((known, place) =>
          place === player ? { ...known, ...given(texts) } : known,
        ),
      }
    })
  }
  if (numPlayers !== undefined)
    scoreboardsConfig = scoreboardsConfig.map((one, at) => (at === 0 ? { ...one, numPlayers } : one))
  return { ...config, ...given({ layout, backgroundColor, textColor, highlightColor }), scoreboardsConfig }
}

/** What of it the overlay is told, in every state. */
const shownControl = {
  /** rises with every change, also of what the overlay is not told */
  revision: v.number(),
  is_hidden: v.boolean(),
  /** no moment is announced; to overlays also while it is frozen. Missing before servers said so */
  holds_moments: v.optional(v.boolean()),
  config_json: configFields,
}

/** GET /api/streamboard/{id}/control/ , for its owner. */
export const StreamControl = v.object({
  ...shownControl,
  is_frozen: v.boolean(),
  matches: v.array(v.array(v.string())),
  match: v.number(),
})
export type StreamControl = v.InferOutput<typeof StreamControl>

/** Body of GET /api/streamboard/{id}/scores/ : the newest game of each scoreboard's machine, in their order. */
export const StreamboardScores = v.object({
  data: v.array(
    v.object({
      order: v.number(),
      scoreboard: Id,
      /** null beside an `error` */
      venuemachine_id: v.nullable(Id),
      /** null when none was ever played */
      session: v.nullable(Game),
      error: v.optional(v.string()),
    }),
  ),
  /** how it looks now, which changes without a new `config`; missing before servers said so */
  control: v.optional(v.object(shownControl)),
  ...Stamp,
})
export type StreamboardScores = v.InferOutput<typeof StreamboardScores>

/** What a streamboard says of itself besides its scores. */
export const StreamboardSettings = v.object({
  id: Id,
  title: v.string(),
  items: v.array(
    v.object({
      order: v.number(),
      scoreboard: Id,
      venuemachine: v.optional(ShownMachine),
      error: v.optional(v.string()),
    }),
  ),
  config_json: configFields,
})
export type StreamboardSettings = v.InferOutput<typeof StreamboardSettings>

/** GET /api/streamboard/{id}/bootstrap/ */
export const StreamboardBootstrap = v.object({ ...StreamboardSettings.entries, scores: StreamboardScores })
export type StreamboardBootstrap = v.InferOutput<typeof StreamboardBootstrap>

/** How a streamboard looks by its newest state. */
export const streamConfigNow = (
  { config_json, scores: first }: StreamboardBootstrap,
  newest: StreamboardScores | undefined,
): StreamboardConfig => (newest ?? first).control?.config_json ?? config_json
