import type { Kysely } from 'kysely'
import { addBoard, changeSettings } from '../boards/addBoard'
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

const isPublic = { is_public: true }

const makeLeaderboard = async (db: Db, ownerId: number, title: string, machines: readonly MadeBoard[], time: 'all_time' | 'last_rolling', color: string) =>
  (
    await addBoard(db, 'leaderboard', ownerId, {
      ...isPublic,
      title,
      background_color: color,
      one_score_per_player: time === 'all_time',
      leaderboard_time_type: time,
      last_time_bucket: 'week',
      last_time_count: 7,
      items: machines.map(({ venueMachineId }, order) => ({ type: 'venuemachine', id: venueMachineId, order })),
    })
  ).id

interface Part {
  item_type: 'scoreboard' | 'leaderboard' | 'comboboard'
  item_id: number
}

const scoreboardPart = ({ scoreboardId }: MadeBoard): Part => ({ item_type: 'scoreboard', item_id: scoreboardId })
const placed = (parts: readonly Part[]) => parts.map((part, order) => ({ ...part, order }))

const streamConfig = {
  size: '1280x720',
  type: 'oneUp',
  layout: 'ThreeCam',
  scoreboardsConfig: [{ numPlayers: 4, players: [] }],
  backgroundColor: '#101418',
  textColor: '#ffffff',
  highlightColor: '#ffdf00',
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
  if (recordsOf) await changeSettings(db, 'scoreboard', recordsOf.scoreboardId, ownerId, { leaderboard: records, idle_leaderboard_show: true, idle_scoreboard_sec: 5 })
  const grid = placed([...shown.map(scoreboardPart), { item_type: 'leaderboard', item_id: week }])
  const { id: hall } = await addBoard(db, 'comboboard', ownerId, { ...isPublic, title: demoTitles.hall, high_density: true, items: grid })
  const screens = placed([scoreboardPart(last), { item_type: 'comboboard', item_id: hall }, { item_type: 'leaderboard', item_id: records }, scoreboardPart(first)])
  await addBoard(db, 'slideshow', ownerId, { ...isPublic, title: demoTitles.evening, items: screens.map((screen) => ({ ...screen, duration: 10 })) })
  const streamed = [{ scoreboard: last.scoreboardId, order: 0 }]
  await addBoard(db, 'streamboard', ownerId, { ...isPublic, title: demoTitles.stream, config_json: streamConfig, scoreboard_items: streamed })
}
