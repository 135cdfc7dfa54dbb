import { Migrator } from 'kysely'
import type { Kysely, Migration } from 'kysely'
import { StartError } from '../process/startError'
import * as load from './migrations/0020_load'
import * as trust from './migrations/0021_trust'
import * as backups from './migrations/0022_backups'
import * as operators from './migrations/0023_operators'
import * as remoteHealth from './migrations/0024_remote_health'
import * as manyGames from './migrations/0026_many_games'
import * as reviewLinks from './migrations/0027_review_links'
import * as machineDays from './migrations/0028_machine_days'
import * as panelChanges from './migrations/0029_panel_changes'
import * as sharedKeys from './migrations/0030_shared_keys'
import * as enteredScores from './migrations/0031_entered_scores'
import * as bridges from './migrations/0032_bridges'
import * as followedTournaments from './migrations/0033_followed_tournaments'
import * as sentScores from './migrations/0034_sent_scores'
import * as moments from './migrations/0036_moments'
import * as apiTokens from './migrations/0039_api_tokens'
import * as hooks from './migrations/0040_hooks'
import * as celebratedMoments from './migrations/0041_celebrated_moments'
import * as marks from './migrations/0042_marks'
import * as eventMoments from './migrations/0043_event_moments'
import * as tvSound from './migrations/0045_tv_sound'
import * as heldMoments from './migrations/0047_held_moments'
import * as foundation from './migrations/released/0001_foundation'
import * as boardsAndMails from './migrations/released/0002_boards_and_mails'
import * as tvs from './migrations/released/0003_tvs'
import * as catalogueAndTimelines from './migrations/released/0004_catalogue_and_timelines'
import * as embedSites from './migrations/released/0005_embed_sites'
import * as logins from './migrations/released/0006_logins'
import * as claimCodes from './migrations/released/0007_claim_codes'
import * as countedMachines from './migrations/released/0008_counted_machines'
import * as pageReports from './migrations/released/0009_page_reports'
import * as oneTableOfBoards from './migrations/released/0010_one_table_of_boards'
import * as boardFeeds from './migrations/released/0011_board_feeds'
import * as machineOpenings from './migrations/released/0012_machine_openings'
import * as catalogueOfToday from './migrations/released/0013_catalogue_of_today'
import * as guests from './migrations/released/0014_guests'
import * as streamControls from './migrations/released/0015_stream_controls'
import * as tvScreens from './migrations/released/0016_tv_screens'
import * as events from './migrations/released/0018_events'
import type { Tables } from './tables'

/** In order; a migration that was released is never changed again. */
const migrations: Record<string, Migration> = {
  '0001_foundation': foundation,
  '0002_boards_and_mails': boardsAndMails,
  '0003_tvs': tvs,
  '0004_catalogue_and_timelines': catalogueAndTimelines,
  '0005_embed_sites': embedSites,
  '0006_logins': logins,
  '0007_claim_codes': claimCodes,
  '0008_counted_machines': countedMachines,
  '0009_page_reports': pageReports,
  '0010_one_table_of_boards': oneTableOfBoards,
  '0011_board_feeds': boardFeeds,
  '0012_machine_openings': machineOpenings,
  '0013_catalogue_of_today': catalogueOfToday,
  '0014_guests': guests,
  '0015_stream_controls': streamControls,
  '0016_tv_screens': tvScreens,
  '0018_events': events,
  '0020_load': load,
  '0021_trust': trust,
  '0022_backups': backups,
  '0023_operators': operators,
  '0024_remote_health': remoteHealth,
  '0026_many_games': manyGames,
  '0027_review_links': reviewLinks,
  '0028_machine_days': machineDays,
  '0029_panel_changes': panelChanges,
  '0030_shared_keys': sharedKeys,
  '0031_entered_scores': enteredScores,
  '0032_bridges': bridges,
  '0033_followed_tournaments': followedTournaments,
  '0034_sent_scores': sentScores,
  '0036_moments': moments,
  '0039_api_tokens': apiTokens,
  '0040_hooks': hooks,
  '0041_celebrated_moments': celebratedMoments,
  '0042_marks': marks,
  '0043_event_moments': eventMoments,
  '0045_tv_sound': tvSound,
  '0047_held_moments': heldMoments,
}

/** In the order in which they are applied. */
export const migrationNames: readonly string[] = Object.keys(migrations)

const provider = { getMigrations: async () => migrations }

/**
 * Brings the tables up to date. Several processes may do it at the same time: the migrator
 * takes a lock in the database. Throws StartError when the database is newer than this program.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw asStartError(error)
}

/** Brings the tables alone to a migration, in the transaction that the connection of `db` is in. */
export async function migrateWithin(db: Kysely<Tables>, name: string): Promise<void> {
  const { error } = await new Migrator({ db, provider, disableTransactions: true }).migrateTo(name)
  if (error) throw asStartError(error)
}

function asStartError(error: unknown): unknown {
  if (!(error instanceof Error) || !/corrupted migrations/.test(error.message)) return error
  return new StartError('The database was created by another version of Multiball. Start that version, or a newer one.')
}
