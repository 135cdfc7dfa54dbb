import { onFields } from '@multiball/shared/forms'
import {
  StreamboardConfig,
  streamboardConfigFields,
  StreamboardInput,
  type Streamboard,
} from '@multiball/shared/schema'
import * as v from 'valibot'

/** The place of a machine while the form is open; without a scoreboard it is still to be filled. */
type Item = Omit<StreamboardInput['scoreboard_items'][number], 'scoreboard'> & { scoreboard: number | null }

/** A streamboard while it is edited: the fields of its configuration are fields of the form. */
export type StreamboardDraft = Pick<StreamboardInput, 'title' | 'moments'> & {
  scoreboard_items: Item[]
} & StreamboardConfig

export type PlayersConfig = StreamboardConfig['scoreboardsConfig'][number]
export type PlayerOverride = PlayersConfig['players'][number]

type FilledItem = StreamboardInput['scoreboard_items'][number]
export const hasScoreboard = (item: Item): item is FilledItem => item.scoreboard !== null

const noPlayers: PlayersConfig = { numPlayers: 1, players: [] }
const nobody: PlayerOverride = { playerName: '', playerInfo: '', playerAddress: '' }

const placesOf = (type: StreamboardDraft['type']) => (type === 'multiUp' ? [0, 1] : [0])

/** Exactly the places of this type, each with what it had: a scoreboard that was deleted left its place empty. */
const inPlaces = (type: StreamboardDraft['type'], items: readonly Item[], configs: readonly PlayersConfig[]) => ({
  scoreboard_items: placesOf(type).map(
    (order): Item => items.find((item) => item.order === order) ?? { scoreboard: null, order },
  ),
  scoreboardsConfig: placesOf(type).map((order): PlayersConfig => configs[order] ?? noPlayers),
})

/** What the form opens with: the stored streamboard, or a new one of one machine. */
export function streamboardDraft(board: Streamboard | undefined): StreamboardDraft {
  const { type, scoreboardsConfig, ...looks } = board?.config_json ?? v.parse(StreamboardConfig, {})
  // In the order of the form, which is the order in which it lists what is wrong.
  return {
    title: board?.title ?? '',
    type,
    ...inPlaces(type, board?.scoreboard_items ?? [], scoreboardsConfig),
    ...looks,
    moments: board?.moments ?? 'records',
  }
}

type Cast = Pick<StreamboardDraft, 'type' | 'scoreboard_items' | 'scoreboardsConfig'>

/**
 * The draft after its type was changed. multiUp has two items with one player each; oneUp keeps only the first item.
 * What was typed of other players stays out of sight until there is room for them again.
 */
export function withType({ scoreboard_items, scoreboardsConfig }: Cast, type: StreamboardDraft['type']): Cast {
  const places = inPlaces(type, scoreboard_items, scoreboardsConfig)
  if (type === 'oneUp') return { type, ...places }
  return {
    type,
    ...places,
    scoreboardsConfig: places.scoreboardsConfig.map((config) => ({ ...config, numPlayers: 1 })),
  }
}

/** The overrides of the players who are shown, empty ones included. */
export const playersOf = ({ numPlayers, players }: PlayersConfig): PlayerOverride[] =>
  Array.from({ length: numPlayers }, (_, at) => players[at] ?? nobody)

/** The configuration after a field of one player was typed into. */
export function withPlayer(config: PlayersConfig, at: number, typed: Partial<PlayerOverride>): PlayersConfig {
  const players = Array.from(
    { length: Math.max(config.players.length, at + 1) },
    (_, index) => config.players[index] ?? nobody,
  )
  return { ...config, players: players.map((player, index) => (index === at ? { ...player, ...typed } : player)) }
}

/** What is sent: always public, and without players who are not shown. */
export function streamboardInput({ title, scoreboard_items, moments, ...config }: StreamboardDraft): StreamboardInput {
  const scoreboardsConfig = config.scoreboardsConfig.map((cast) => ({ ...cast, players: playersOf(cast) }))
  return {
    title,
    is_public: true,
    moments,
    scoreboard_items: scoreboard_items.filter(hasScoreboard),
    config_json: { ...config, scoreboardsConfig },
  }
}

const { title, scoreboard_items, moments } = StreamboardInput.entries
const sent = { title, scoreboard_items, ...streamboardConfigFields, moments }

/** The rules of what is sent, field by field of the form; a draft may have places without a scoreboard. */
export const streamboardFormSchema = onFields<
  StreamboardDraft,
  typeof sent | Record<'scoreboard_items', v.GenericSchema>
>(v.object(sent), {
  ...sent,
  scoreboard_items: v.array(v.object({ scoreboard: v.nullable(v.number()), order: v.number() })),
})
