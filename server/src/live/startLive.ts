import { isBuiltInType } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { BoardChanges } from '../boards/changes'
import type { BoardTypes } from '../boards/custom/types'
import { viewerKeysOf } from '../boards/visibility'
import type { Tables } from '../database'
import type { Games } from '../games/games.service'
import { Actors } from '../http/actors'
import { comboboardSource } from './sources/comboboard'
import { customSource } from './sources/custom'
import { LiveHub } from './hub'
import type { HubOptions } from './hub'
import { leaderboardSource } from './sources/leaderboard'
import { MachineTitles } from './machineTitles'
import { scoreboardSource } from './sources/scoreboard'
import { streamboardSource } from './sources/streamboard'

export interface LiveFoundation {
  db: Kysely<Tables>
  games: Games
  changes: BoardChanges
  /** those of remotes; missing where there are none */
  types?: Pick<BoardTypes, 'get'>
}

/** The hub over all board types that have a live state, told of all that can change them. */
export function startLive({ db, games, changes, types }: LiveFoundation, options: HubOptions = {}): LiveHub {
  const titles = new MachineTitles(async (id) => (await db.selectFrom('venue_machines').select('machine_id').where('id', '=', id).executeTakeFirst())?.machine_id, options.onError)
  // Nobody tells it of logins that end: it believes none for longer than five seconds.
  const actors = new Actors(db, options)
  const sources = [scoreboardSource(db, games), leaderboardSource(db, options.now), comboboardSource(db), streamboardSource(db)]
  const sourceOf = (type: string) =>
    isBuiltInType(type) || !types ? sources.find((source) => source.type === type) : customSource(type, types, { db, games, now: options.now ?? Date.now })
  const hub = new LiveHub(games, sourceOf, {
    viewerKeysOf: ({ type, id }) => viewerKeysOf(db, type, id),
    userOf: (token) => actors.find(`Token ${token}`),
    titleOf: (venueMachineId) => titles.titleOf(venueMachineId),
    ...options,
  })
  changes.onBoardChange((change) => hub.boardChanged(change))
  return hub
}
