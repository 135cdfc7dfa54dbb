import type { Kysely } from 'kysely'
import { readScoreboardBootstrap } from '../boards/scoreboards.store'
import type { Tables } from '../database'
import type { BoardSource } from './boardStates'

/** Scoreboards for the hub. */
export function scoreboardSource(db: Kysely<Tables>): BoardSource {
  const accessOf = async (ids: readonly number[]) => {
    const rows = await db.selectFrom('scoreboards').select(['id', 'owner_id', 'is_public', 'viewer_key', 'updated_at']).where('id', 'in', ids).execute()
    return new Map(
      rows.map(({ id, updated_at, ...access }) => [id, { access, version: `${updated_at.getTime()} ${access.is_public} ${access.viewer_key}` }]),
    )
  }

  return {
    type: 'scoreboard',
    async read(id) {
      // Access last: what was shown to everybody a moment ago may be read, what is hidden by now may not.
      const settings = await readScoreboardBootstrap(db, id)
      const found = (await accessOf([id])).get(id)
      return settings && found && { ...found, settings, venueMachineIds: settings.items.map(({ venuemachine }) => venuemachine.id) }
    },
    async versions(ids) {
      return new Map([...(await accessOf(ids))].map(([id, { version }]) => [id, version]))
    },
  }
}
