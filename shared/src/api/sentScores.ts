import { command, read, readFile, upload, write } from '@multiball/shared/client'
import {
  Decided,
  GuestLink,
  GuestScores,
  listOf,
  Nothing,
  SendPage,
  SentScore,
  VenueGuestScores,
  WaitingScore,
} from '@multiball/shared/schema'
import type {
  DecideInput,
  GuestScoreMode,
  List,
  SentScoreInput,
  VenueGuestScoresChange,
} from '@multiball/shared/schema'
import { asGuest } from './claims'

/**
 * Scores that a guest sends by the link of a machine; `guest` is the token of somebody without an account, as for claims. All
 * throw ApiError.
 */
export const sentScores = {
  /** 404 with a sentence for a link that is no more */
  page: (code: string, signal?: AbortSignal): Promise<SendPage> =>
    read(`/api/send/${encodeURIComponent(code)}/`, SendPage, { signal }),
  /**
   * Sent again with the same uuid, it is the same score: also after a lost answer. 400 with `fields` of score, guest, note,
   * day_code and photo; 403 where accounts are asked for, 404 as page, 409 while too many wait at this machine, 429 with a sentence.
   */
  send: (code: string, score: SentScoreInput, photo?: Blob, guest?: string): Promise<SentScore> => {
    const form = new FormData()
    for (const [field, value] of Object.entries(score))
      if (value !== null && value !== undefined) form.set(field, `${value as string}`)
    if (photo) form.set('photo', photo, 'photo')
    return upload('post', `/api/send/${encodeURIComponent(code)}/`, form, SentScore, asGuest(guest))
  },
  /** what this browser's guest, or the account, has sent within 30 days, the newest first; `limit` up to 100 */
  list: (query: { limit: number; offset?: number }, guest?: string, signal?: AbortSignal): Promise<List<SentScore>> =>
    read('/api/sent_score/', listOf(SentScore), { query, signal, ...asGuest(guest) }),
  /** takes one back while it waits; 404 when it does not wait any more */
  withdraw: (uuid: string, guest?: string): Promise<void> =>
    command('delete', `/api/sent_score/${uuid}/`, undefined, asGuest(guest)),
}

/** Scores that wait for the caller's yes. All throw ApiError. */
export const waitingScores = {
  /** the one that was sent first comes first; `limit` up to 200 */
  list: (query: { limit: number; offset?: number }, signal?: AbortSignal): Promise<List<WaitingScore>> =>
    read('/api/waiting_score/', listOf(WaitingScore), { query, signal }),
  /** also after a yes; 404 when it has none, or is gone with a no */
  photo: (id: number): Promise<Blob> => readFile(`/api/waiting_score/${id}/photo/`),
  /** decides up to 200 at once; sent again, it changes nothing */
  decide: (input: DecideInput): Promise<Decided> => write('post', '/api/waiting_score/decide/', input, Decided),
}

/** How machines and venues take guests' scores, for their owner. All throw ApiError. */
export const guestScores = {
  ofMachine: (venueMachine: number, signal?: AbortSignal): Promise<GuestScores> =>
    read(`/api/venuemachine/${venueMachine}/guest_scores/`, GuestScores, { signal }),
  changeMachine: (venueMachine: number, mode: GuestScoreMode): Promise<GuestScores> =>
    write('put', `/api/venuemachine/${venueMachine}/guest_scores/`, { mode }, GuestScores),
  /** a new link in place of the one before, which leads nowhere from then on */
  renewLink: (venueMachine: number): Promise<GuestScores> =>
    write('post', `/api/venuemachine/${venueMachine}/guest_scores/code/`, {}, GuestScores),
  ofVenue: (venue: number, signal?: AbortSignal): Promise<VenueGuestScores> =>
    read(`/api/venue/${venue}/guest_scores/`, VenueGuestScores, { signal }),
  changeVenue: (venue: number, change: VenueGuestScoresChange): Promise<VenueGuestScores> =>
    write('patch', `/api/venue/${venue}/guest_scores/`, change, VenueGuestScores),
  /** scores of this account need a yes again */
  revoke: (venue: number, user: number): Promise<void> =>
    command('delete', `/api/venue/${venue}/guest_scores/${user}/`),
}

/** The link of a machine's guests, for a wall that its owner vouches for: with the key of a board, or signed in. Throws ApiError. */
export const getGuestLink = (venueMachine: number, key?: string, signal?: AbortSignal): Promise<GuestLink> =>
  read(`/api/venuemachine/${venueMachine}/guest_link/`, GuestLink, { query: { key }, signal, retries: 0 })

/** Photos of games that were told as a whole: visible where the game is, gone 30 days after. All throw ApiError. */
export const gamePhotos = {
  /** in place of one that is there; 400 with `fields.photo`, 409 for a recorded game */
  put: (game: number, photo: Blob): Promise<void> => {
    const form = new FormData()
    form.set('photo', photo, 'photo')
    return upload('post', `/api/game/${game}/photo/`, form, Nothing).then(() => undefined)
  },
  /** 404 when it has none any more; `key` of a private board that shows its machine */
  get: (game: number, key?: string): Promise<Blob> => readFile(`/api/game/${game}/photo/`, { query: { key } }),
  remove: (game: number): Promise<void> => command('delete', `/api/game/${game}/photo/`),
}
