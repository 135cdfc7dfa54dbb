import type { BoardTypes, CustomType } from '../../../core/boards/custom/types'
import type { BoardSource, BoardView, Dependencies } from './boardSource'
import { feedOf } from './feeds'
import type { Feed, FeedContext } from './feeds'
import { storedBoards } from './storedBoards'
import type { StoredSettings } from './storedBoards'

/** Said of a board whose type is not published, or not any more. */
const notThere = 'This kind of board is not available at the moment.'
/** Said of a board whose stored settings do not pass its type, until its owner saves it again. */
const unfit = 'The settings of this board do not fit its type at the moment.'

interface Stored {
  settings: Record<string, unknown>
  version: number
}

const earliest = (moments: readonly (number | undefined)[]) => {
  const [first] = moments.filter((moment) => moment !== undefined).sort((one, other) => one - other)
  return first
}

/** The feeds of a board as one state. */
function stateOf(settings: object, feeds: readonly (readonly [name: string, feed: Feed])[]): BoardView['state'] {
  return async (parts) => {
    const states = await Promise.all(feeds.map(async ([name, feed]) => [name, await feed.state(parts)] as const))
    const shown = (audience: 'everyone' | 'insiders') => ({
      settings,
      body: { feeds: Object.fromEntries(states.map(([name, state]) => [name, state[audience]])) },
    })
    const everyone = shown('everyone')
    const isAlike = states.every(([, state]) => state.everyone === state.insiders)
    return {
      everyone,
      insiders: isAlike ? everyone : shown('insiders'),
      staleAt: earliest(states.map(([, { staleAt }]) => staleAt)),
    }
  }
}

const together = (all: readonly Dependencies[]): Dependencies => ({
  shownVenueMachines: all.flatMap(({ shownVenueMachines = [] }) => shownVenueMachines),
  toldVenueMachines: all.flatMap(({ toldVenueMachines = [] }) => toldVenueMachines),
  countedVenueMachines: all.flatMap(({ countedVenueMachines = [] }) => countedVenueMachines),
  countedMachines: all.flatMap(({ countedMachines = [] }) => countedMachines),
  boards: all.flatMap(({ boards = [] }) => boards),
  posted: all.flatMap(({ posted = [] }) => posted),
})

type Foundation = Pick<FeedContext, 'db' | 'games' | 'posted' | 'now'>

async function viewOf(
  type: CustomType | undefined,
  name: string,
  { id, ownerId, title, settings: stored }: StoredSettings<Stored>,
  foundation: Foundation,
) {
  const { settings, errors } = type?.fill(stored.settings, stored.version) ?? { settings: {} }
  const own = { id, title, settings }
  if (!type || errors) return { trouble: type ? unfit : notThere, dependsOn: {}, state: stateOf(own, []) }
  const context: FeedContext = { ...foundation, board: { type: name, id }, ownerId, settings, places: type.places }
  const feeds = await Promise.all(
    Object.entries(type.published.feeds).map(
      async ([feed, declaration]) => [feed, await feedOf(feed, declaration, context)] as const,
    ),
  )
  return { dependsOn: together(feeds.map(([, { dependsOn }]) => dependsOn)), state: stateOf(own, feeds) }
}

/** The boards of one type from a remote: what their feeds say, by the type as the registry has it now. */
export function customSource(name: string, types: Pick<BoardTypes, 'get'>, foundation: Foundation): BoardSource {
  const source = (type: CustomType | undefined) =>
    storedBoards<Stored>(foundation.db, {
      type: name,
      fill: (settings, version) => ({ settings: { ...settings }, version }),
      places: type?.places ?? [],
      read: (board) => viewOf(type, name, board, foundation),
    })
  const versionIn = (type: CustomType | undefined, version: string) => `${version} ${type?.revision ?? ''}`

  return {
    type: name,
    async versions(ids) {
      const type = await types.get(name)
      return new Map([...(await source(type).versions(ids))].map(([id, version]) => [id, versionIn(type, version)]))
    },
    async read(id) {
      const type = await types.get(name)
      const view = await source(type).read(id)
      return view && { ...view, version: versionIn(type, view.version) }
    },
  }
}
