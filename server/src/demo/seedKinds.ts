import type { Kysely } from 'kysely'
import { newViewerKey } from '../boards/viewerKey'
import type { Tables } from '../database'
import { demoTitles } from './cast'
import type { DemoBoard } from './cast'

type Db = Kysely<Tables>

/** A scoreboard of the demo, on its machine. */
export interface MadeBoard {
  board: DemoBoard
  scoreboardId: number
  venueMachineId: number
}

const common = (ownerId: number, title: string) => ({ owner_id: ownerId, title, is_public: true, viewer_key: newViewerKey() })

async function makeLeaderboard(db: Db, ownerId: number, title: string, machines: readonly MadeBoard[], time: 'all_time' | 'last_rolling', color: string) {
  const { id } = await db
    .insertInto('leaderboards')
    .values({
      ...common(ownerId, title),
      background_color: color,
      display_title: true,
      items_per_list: 10,
      one_score_per_player: time === 'all_time',
      time_type: time,
      score_start_time: null,
      score_end_time: null,
      last_time_bucket: 'week',
      last_time_timezone: null,
      last_time_count: 7,
      machine_type: 'global',
      filter_by_venuemachines: false,
      player_type: 'global',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('leaderboard_items').values(machines.map(({ venueMachineId }, order) => ({ leaderboard_id: id, order, venue_machine_id: venueMachineId }))).execute()
  return id
}

async function makeComboboard(db: Db, ownerId: number, scoreboards: readonly MadeBoard[], leaderboardId: number) {
  const { id } = await db.insertInto('comboboards').values({ ...common(ownerId, demoTitles.hall), background_color: '#000', high_density: true }).returning('id').executeTakeFirstOrThrow()
  const items = [...scoreboards.map(({ scoreboardId }) => ({ scoreboard_id: scoreboardId, leaderboard_id: null })), { scoreboard_id: null, leaderboard_id: leaderboardId }]
  await db.insertInto('comboboard_items').values(items.map((shown, order) => ({ ...shown, comboboard_id: id, order }))).execute()
  return id
}

type Screen = Partial<Record<'scoreboard_id' | 'leaderboard_id' | 'comboboard_id', number>>

async function makeSlideshow(db: Db, ownerId: number, screens: readonly Screen[]) {
  const { id } = await db.insertInto('slideshows').values(common(ownerId, demoTitles.evening)).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('slideshow_items').values(screens.map((screen, order) => ({ ...screen, slideshow_id: id, order, duration: 10 }))).execute()
}

async function makeStreamboard(db: Db, ownerId: number, scoreboardId: number) {
  const config = {
    size: '1280x720',
    type: 'oneUp',
    layout: 'ThreeCam',
    scoreboardsConfig: [{ numPlayers: 4, players: [] }],
    backgroundColor: '#101418',
    textColor: '#ffffff',
    highlightColor: '#ffdf00',
  }
  const { id } = await db.insertInto('streamboards').values({ ...common(ownerId, demoTitles.stream), config: JSON.stringify(config) }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('streamboard_items').values({ streamboard_id: id, order: 0, scoreboard_id: scoreboardId }).execute()
}

/**
 * Boards of every other kind around the scoreboards: the house records, which a resting board shows when idle, this
 * week's best, all of them in a grid, a slideshow of one of each and a stream. Without a scoreboard there are none.
 */
export async function seedKinds(db: Db, ownerId: number, played: readonly MadeBoard[], resting: readonly MadeBoard[]): Promise<void> {
  const shown = played.filter(({ board }) => board.isPublic)
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last) return
  const recordsOf = resting.find(({ board }) => board.showsRecords)
  const records = await makeLeaderboard(db, ownerId, demoTitles.records, [recordsOf ?? last], 'all_time', '#000')
  const week = await makeLeaderboard(db, ownerId, demoTitles.week, [last], 'last_rolling', '#1a0808')
  if (recordsOf) {
    await db
      .updateTable('scoreboards')
      .set({ leaderboard_id: records, idle_leaderboard_show: true, idle_scoreboard_sec: 5 })
      .where('id', '=', recordsOf.scoreboardId)
      .execute()
  }
  const hall = await makeComboboard(db, ownerId, shown, week)
  await makeSlideshow(db, ownerId, [{ scoreboard_id: last.scoreboardId }, { comboboard_id: hall }, { leaderboard_id: records }, { scoreboard_id: first.scoreboardId }])
  await makeStreamboard(db, ownerId, last.scoreboardId)
}
