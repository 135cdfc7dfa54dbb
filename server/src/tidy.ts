import type { Kysely } from 'kysely'
import { removeOldLinks } from './core/accounts/links.store'
import { removeOldLogins } from './core/accounts/logins.store'
import { removeOldEvents } from './core/accounts/trail.store'
import { removeUnusedImages } from './core/boards/slideshowImages.store'
import { removeOldGuests } from './core/games/guests'
import { removeOldDays } from './core/games/leaderboards/machineDays.store'
import { removeOldMoments } from './core/games/moments/moments.store'
import { removeOldGames, removeOldTimelines } from './core/games/oldGames.store'
import { removeOldPhotos } from './core/games/sent/photos.store'
import { removeDecided } from './core/games/sent/sentScores.store'
import { removeOldCounts } from './edges/failures/failures.store'
import { removeOldBridgeCodes } from './edges/devices/bridges.store'
import { removeOldReviewLinks } from './edges/platform/reviews.store'
import { removeOldPairings } from './edges/tvs/tvs.store'
import type { Tables } from './ground/database'
import { removeMails } from './ground/mails/mails.store'
import { removeUnusedMedia } from './ground/media/media.store'

const dayMs = 86_400_000
const keepMailsMs = 30 * dayMs
const keepReportsMs = 30 * dayMs
/** of pictures that nothing shows */
const keepUnusedMs = 7 * dayMs
/** long enough to find out what happened, and no longer: it says where somebody was at work */
const keepEventsMs = 180 * dayMs
/** of photos of scores, and of what guests sent once it is decided */
const keepSentMs = 30 * dayMs
/** of withdrawn moments: those who follow them have heard of it by then */
const keepWithdrawnMs = 30 * dayMs
const keepGuestsMs = 400 * dayMs

/** How long the operator wants settled games, and the ways that they took, to be kept, in days; without it for ever. */
interface Keep {
  games?: number
  timelines?: number
}

/**
 * Removes what has outlived its use: old mails, requests for mails, used links, logins that are over, pictures that nothing
 * shows, codes of TVs and bridges, photos of scores, guests, withdrawn moments, reports of pages, security events, links for
 * reviewers, and what the operator does not want to
 * keep. To be called now and then, by a clock that is proven; breaks off where it would take long and `ending` says so.
 */
export async function tidy(db: Kysely<Tables>, now = Date.now(), keep: Keep = {}, ending?: AbortSignal): Promise<void> {
  await removeMails(db, new Date(now - keepMailsMs))
  await removeOldLinks(db, new Date(now))
  await removeOldLogins(db, new Date(now))
  // Of what the images leave behind the bytes go, too.
  await removeUnusedImages(db, new Date(now - keepUnusedMs))
  await removeUnusedMedia(db, new Date(now - keepUnusedMs))
  await removeOldPairings(db, new Date(now))
  await removeOldBridgeCodes(db, new Date(now))
  await removeOldPhotos(db, new Date(now - keepSentMs))
  await removeDecided(db, new Date(now - keepSentMs))
  await removeOldGuests(db, new Date(now - keepGuestsMs), new Date(now - dayMs))
  await removeOldCounts(db, new Date(now - keepReportsMs))
  await removeOldEvents(db, new Date(now - keepEventsMs))
  await removeOldMoments(db, new Date(now - keepWithdrawnMs))
  await removeOldReviewLinks(db, new Date(now - keepEventsMs))
  if (keep.timelines !== undefined) await removeOldTimelines(db, new Date(now - keep.timelines * dayMs), ending)
  if (keep.games === undefined || ending?.aborted) return
  await removeOldGames(db, new Date(now - keep.games * dayMs), ending)
  await removeOldDays(db, new Date(now - keep.games * dayMs))
}
