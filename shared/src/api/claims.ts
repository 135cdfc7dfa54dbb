import { command, read, write } from '@multiball/shared/client'
import { Game, listOf, OwnGame } from '@multiball/shared/schema'
import type { List } from '@multiball/shared/schema'

const claimPath = (venueMachine: number, key: string | undefined) =>
  `/api/venuemachine/${venueMachine}/claim/${key === undefined ? '' : `?key=${encodeURIComponent(key)}`}`

/** What a player does at a machine; `key` is that of a private board that shows it. All throw ApiError. */
export const claims = {
  /** the newest game; tried once. 404 when there is none, and when it may not be seen */
  game: (venueMachine: number, key?: string, signal?: AbortSignal): Promise<Game> =>
    read(`/api/venuemachine/${venueMachine}/current/`, Game, { query: { key }, signal, retries: 0 }),
  /** takes a slot of the newest game; 404 when it cannot be taken, 409 when somebody has it, or the player has another */
  claim: (venueMachine: number, position: number, key?: string): Promise<Game> => write('post', claimPath(venueMachine, key), { position }, Game),
  /** gives the slot of the newest game back; 404 when there is none to give back any more */
  release: (venueMachine: number, key?: string): Promise<void> => command('delete', claimPath(venueMachine, key)),
}

/** The games that one has a slot of, the newest first. Throws ApiError. */
export const listOwnGames = (query: { limit: number; offset: number }, signal?: AbortSignal): Promise<List<OwnGame>> =>
  read('/api/user_profile/games/', listOf(OwnGame), { query, signal })
