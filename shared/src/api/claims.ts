import { command, read, write } from '@multiball/shared/client'
import { ClaimableGame, Game, GameClaimCode, listOf, OwnGame, TakenGames } from '@multiball/shared/schema'
import type { List } from '@multiball/shared/schema'

const path = (venueMachine: number) => `/api/venuemachine/${venueMachine}/claim/`

/** In place of the session's token. */
export const asGuest = (token: string | undefined) => ({ authorization: token && `Guest ${token}` })

/** Somebody without an account, with the letters that go up on the wall. */
export interface Guest {
  token: string
  initials: string
}

/**
 * What a player does at a machine; `code` is that of its newest game, `guest` the token of somebody without an account. All
 * throw ApiError.
 */
export const claims = {
  /** the newest game; tried once. 403 or 404 where the code is not its, 429 after too many of those */
  game: (venueMachine: number, code?: string, signal?: AbortSignal, guest?: string): Promise<ClaimableGame> =>
    read(path(venueMachine), ClaimableGame, { query: { code }, signal, retries: 0, ...asGuest(guest) }),
  /** takes a slot of the newest game; as game, and 400 for letters that do not go up, 404 when it cannot be taken, 409 when somebody has it, or the player has another */
  claim: (venueMachine: number, position: number, code?: string, guest?: Guest): Promise<Game> =>
    write('post', path(venueMachine), { position, code, initials: guest?.initials }, Game, asGuest(guest?.token)),
  /** gives the slot of the newest game back; 404 when there is none to give back any more */
  release: (venueMachine: number, guest?: string): Promise<void> =>
    command('delete', path(venueMachine), undefined, asGuest(guest)),
  /** the machine's owner takes whoever claimed a slot off a game; 404 when nobody has it */
  remove: (venueMachine: number, position: number, game: number): Promise<void> =>
    command('delete', `${path(venueMachine)}?position=${position}&game=${game}`),
  /** takes one's own name off a score that was added */
  leave: (venueMachine: number, game: number): Promise<void> => command('delete', `${path(venueMachine)}?game=${game}`),
}

/** The code of a machine's newest game, for a screen that its owner vouches for: with the key of a board, or signed in. 404 for others. Throws ApiError. */
export const getClaimCode = (venueMachine: number, key?: string, signal?: AbortSignal): Promise<GameClaimCode> =>
  read(`/api/venuemachine/${venueMachine}/claim_code/`, GameClaimCode, { query: { key }, signal, retries: 0 })

/** The games that one has a slot of, the newest first. Throws ApiError. */
export const listOwnGames = (query: { limit: number; offset: number }, signal?: AbortSignal): Promise<List<OwnGame>> =>
  read('/api/user_profile/games/', listOf(OwnGame), { query, signal })

/** The games that a guest has a slot of, the newest first. Throws ApiError. */
export const listGuestGames = (
  guest: string,
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<List<OwnGame>> => read('/api/guest/games/', listOf(OwnGame), { query, signal, ...asGuest(guest) })

/** Makes a guest's games those of whoever is signed in, and answers how many; 404 when there is no such guest any more. Throws ApiError. */
export const takeGuestGames = async (guest: string): Promise<number> =>
  (await write('post', '/api/user_profile/guest_games/', { guest }, TakenGames)).games
