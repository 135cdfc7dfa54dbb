import { isBuiltInType } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import { livingSince } from '../../core/accounts/logins.store'
import type { BoardChanges } from '../../core/boards/changes'
import type { BoardTypes } from '../../core/boards/custom/types'
import { readPosted } from '../../core/boards/feeds/feeds.store'
import type { PostedFeeds } from '../../core/boards/feeds/postedFeeds'
import { viewerKeysOf } from '../../core/boards/visibility'
import type { Games } from '../../core/games/games.service'
import type { Moments } from '../../core/games/moments/moments.service'
import { readRecent } from '../../core/games/moments/moments.store'
import type { Tables } from '../../ground/database'
import { Actors, ownerBehind } from '../../ground/http/actors'
import { counter, gauge, gauges } from '../../ground/http/metrics'
import { clockOf } from '../../ground/process/clock'
import { LiveHub } from './hub'
import type { HubOptions } from './hub'
import { machineLookup } from './machineLookup'
import { shownForMs, soonMs } from './recentMoments'
import { comboboardSource } from './sources/comboboard'
import { customSource } from './sources/custom'
import { leaderboardSource } from './sources/leaderboard'
import { scoreboardSource } from './sources/scoreboard'
import { streamboardSource } from './sources/streamboard'

interface LiveFoundation {
  db: Kysely<Tables>
  games: Games
  changes: BoardChanges
  /** those of remotes; missing where there are none */
  types?: Pick<BoardTypes, 'get'>
  feeds?: Pick<PostedFeeds, 'newest'>
  /** missing where walls tell none */
  moments?: Pick<Moments, 'onEntries'>
  /** where operators see the figures of the hub */
  metrics?: Registry
}

/** The hub over all board types with a live state, told of everything that can change them. */
export function startLive(
  { db, games, changes, types, feeds = { newest: (place) => readPosted(db, place) }, moments, metrics }: LiveFoundation,
  options: HubOptions = {},
): LiveHub {
  // Ended logins are not announced to it: it believes none for longer than five seconds.
  const actors = new Actors(db, livingSince, options)
  const sources = [
    scoreboardSource(db, games, options.now),
    leaderboardSource(db, options.now),
    comboboardSource(db),
    streamboardSource(db),
  ]
  const sourceOf = (type: string) =>
    isBuiltInType(type) || !types
      ? sources.find((source) => source.type === type)
      : customSource(type, types, { db, games, posted: (place) => feeds.newest(place), now: options.now ?? Date.now })
  const hub: LiveHub = new LiveHub(games, sourceOf, {
    viewerKeysOf: ({ type, id }) => viewerKeysOf(db, type, id),
    userOf: async (token) => ownerBehind(await actors.find(`Token ${token}`), 'read'),
    machineOf: machineLookup(db, {
      elapsed: clockOf(options).elapsed,
      schedule: options.schedule,
      onMoved: (id) => hub.machineMoved(id),
      onError: options.onError,
    }),
    readMoments: (after) => readRecent(db, after, { withinMs: shownForMs, soonMs }),
    ...options,
  })
  // Walls show tournaments by what is posted of them.
  moments
    ?.onEntries(({ machines, after }) => hub.momentsTold(machines, after), false)
    .catch((error: unknown) => options.onError?.(error))
  changes.onBoardChange((change) => hub.boardChanged(change))
  if (metrics) measure(metrics, hub)
  return hub
}

function measure(metrics: Registry, hub: LiveHub) {
  gauge(metrics, 'multiball_viewers', 'Open sockets of viewers', () => hub.figures.viewers)
  gauges(
    metrics,
    'multiball_board_viewers',
    'Boards that viewers watch, by type; one socket may watch several',
    ['type'],
    () => [...hub.countViewers().byType].map(([type, value]) => ({ labels: { type }, value })),
  )
  gauge(
    metrics,
    'multiball_viewers_unsent_bytes',
    'What was written to sockets and has not been taken yet',
    () => hub.countViewers().unsentBytes,
  )
  gauge(metrics, 'multiball_viewers_slow', 'Viewers that do not take what they are sent', () => hub.figures.slow)
  gauge(metrics, 'multiball_boards_in_memory', 'Boards whose state is kept', () => hub.figures.boards)
  counter(
    metrics,
    'multiball_states_published_total',
    'States that were sent to the viewers of a board',
    () => hub.figures.published,
  )
}
