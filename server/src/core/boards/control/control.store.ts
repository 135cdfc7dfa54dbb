import type { Game, StreamControl, StreamControlChange, StreamboardScores } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { storedSettings } from '../boards.store'
import type { PanelChange } from './panelChange'

type Db = Kysely<Tables>

/** What a streamboard shows of a machine. */
export type ShownGame = Pick<StreamboardScores['data'][number], 'venuemachine_id' | 'session'>

/** The games as they were when they were frozen, by scoreboard. */
export type FrozenGames = Readonly<Record<number, ShownGame>>

/** The control of a streamboard as it is stored beside its settings. */
type StoredControl = Omit<StreamControl, 'config_json'>

/** Of a streamboard that nobody has controlled yet. */
const untouched: StoredControl = {
  revision: 0,
  is_hidden: false,
  is_frozen: false,
  holds_moments: false,
  matches: [],
  match: -1,
}

const columns = sql`revision, is_hidden, holds_moments, matches, match, frozen is not null as is_frozen`

export async function readControl(db: Db, id: number): Promise<StoredControl> {
  const { rows } = await sql<StoredControl>`select ${columns} from stream_controls where board_id = ${id}`.execute(db)
  return rows[0] ?? untouched
}

type ShownControl = Pick<StoredControl, 'revision' | 'is_hidden' | 'holds_moments'> & { frozen: FrozenGames | null }

/** What of it the overlay is shown. A moment would tell the scores that frozen ones hide. */
export async function readShownControl(db: Db, id: number): Promise<ShownControl> {
  const { rows } = await sql<ShownControl>`
    select revision, is_hidden, holds_moments or frozen is not null as holds_moments, frozen from stream_controls where board_id = ${id}
  `.execute(db)
  return rows[0] ?? { revision: 0, is_hidden: false, holds_moments: false, frozen: null }
}

/** Differs after every change of the control of a row named `board`. */
export const controlRevision: RawBuilder<unknown> = sql`select control.revision from stream_controls control where control.board_id = board.id`

/** The last change of each of the last few panels, the newest first; the streamboard's row is locked, so that none comes between. */
export async function readPanels(db: Db, id: number): Promise<readonly PanelChange[]> {
  const { rows } = await sql<{
    panels: PanelChange[]
  }>`select panels from stream_controls where board_id = ${id}`.execute(db)
  return rows[0]?.panels ?? []
}

/**
 * Stores what changes of a streamboard; its owner's row is locked. Games that are frozen already stay as they are.
 * @param games what is frozen, if that changes
 * @param panels what is known of panels, if that changes
 */
export async function writeControl(
  db: Db,
  id: number,
  change: Omit<StreamControlChange, 'players'>,
  games: FrozenGames | undefined,
  panels: readonly PanelChange[] | undefined,
): Promise<StoredControl> {
  const { is_hidden = null, is_frozen = null, holds_moments = null, match = null } = change
  const matches = change.matches ? storedSettings(change.matches) : null
  const frozen = is_frozen ? JSON.stringify(games ?? {}) : null
  const known = panels ? JSON.stringify(panels) : null
  const { rows } = await sql<StoredControl>`
    insert into stream_controls as control (board_id, revision, is_hidden, holds_moments, matches, match, frozen, panels)
    values (${id}, 1, coalesce(${is_hidden}::boolean, false), coalesce(${holds_moments}::boolean, false), coalesce(${matches}::jsonb, '[]'), coalesce(${match}::integer, -1), ${frozen}::json, coalesce(${known}::jsonb, '[]'))
    on conflict (board_type, board_id) do update set
      revision = control.revision + 1,
      is_hidden = coalesce(${is_hidden}::boolean, control.is_hidden),
      holds_moments = coalesce(${holds_moments}::boolean, control.holds_moments),
      matches = coalesce(${matches}::jsonb, control.matches),
      match = coalesce(${match}::integer, control.match),
      panels = coalesce(${known}::jsonb, control.panels),
      frozen = case when ${is_frozen}::boolean is null then control.frozen when ${is_frozen}::boolean then coalesce(control.frozen, excluded.frozen) end
    returning ${columns}
  `.execute(db)
  return rows[0]!
}

/** Takes the name off a slot of a game wherever it is frozen; the scores stay as they were. Answers the streamboards that change. */
export async function takeNameOff(db: Db, gameId: number, position: number): Promise<number[]> {
  const { rows } = await sql<{ board_id: number; frozen: FrozenGames }>`
    select board_id, frozen from stream_controls
    where frozen is not null and jsonb_path_exists(frozen::jsonb, '$.*.session.id ? (@ == $game)', jsonb_build_object('game', ${gameId}::bigint))
    order by board_id for update
  `.execute(db)
  for (const { board_id, frozen } of rows) {
    const without = Object.fromEntries(
      Object.entries(frozen).map(([scoreboard, shown]) => [
        scoreboard,
        shown.session?.id === gameId ? { ...shown, session: unnamed(shown.session, position) } : shown,
      ]),
    )
    await sql`update stream_controls set frozen = ${JSON.stringify(without)}::json, revision = revision + 1 where board_id = ${board_id}`.execute(
      db,
    )
  }
  return rows.map(({ board_id }) => board_id)
}

const unnamed = (game: Game, position: number): Game => ({
  ...game,
  scores: game.scores.map((score) => (score.position === position ? { ...score, player: null } : score)),
})

/** Changes the settings of a streamboard of this owner, as it goes on air: it counts as saved when it was. */
export async function writeSettings(db: Db, id: number, ownerId: number, settings: object): Promise<void> {
  await db
    .updateTable('boards')
    .set({ settings: storedSettings(settings) })
    .where('type', '=', 'streamboard')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}
