import { command, read, readFile, write } from '@multiball/shared/client'
import { GameTimeline, listOf, Nothing, PlayedGame, RecordedEntry, TopScores } from '@multiball/shared/schema'
import type { EnteredScoreInput, List, NewScoreInput } from '@multiball/shared/schema'
import type * as v from 'valibot'

/** The settled games of a machine, the newest first; `limit` up to 5000. Throws ApiError. */
export const listPlayedGames = (
  venueMachine: number,
  query: { limit: number; offset?: number },
  signal?: AbortSignal,
): Promise<List<PlayedGame>> => read(`/api/venuemachine/${venueMachine}/games/`, listOf(PlayedGame), { query, signal })

/** The ten best scores of a machine. Throws ApiError. */
export const getTopScores = (venueMachine: number, signal?: AbortSignal): Promise<v.InferOutput<typeof TopScores>> =>
  read(`/api/venuemachine/${venueMachine}/top_scores/`, TopScores, { signal })

/** How a game went; `key` of a private board that shows its machine. Throws ApiError. */
export const getGameTimeline = (game: number, signal?: AbortSignal, key?: string): Promise<GameTimeline> =>
  read(`/api/game/${game}/timeline/`, GameTimeline, { query: { key }, signal })

/** Scores that the owner of a machine types in. All throw ApiError. */
export const addedScores = {
  /** sent again with the same uuid, it is the same score */
  add: (venueMachine: number, score: NewScoreInput): Promise<PlayedGame> =>
    write('post', `/api/venuemachine/${venueMachine}/score/`, score, PlayedGame),
  change: (game: number, score: EnteredScoreInput): Promise<PlayedGame> =>
    write('put', `/api/game/${game}/`, score, PlayedGame),
  remove: (game: number): Promise<void> => command('delete', `/api/game/${game}/`),
}

const mostGames = 5_000

/** The newest 5,000 settled games of a machine as a file. Throws ApiError. */
export const downloadGames = (venueMachine: number, format: 'csv' | 'json'): Promise<Blob> =>
  readFile(`/api/venuemachine/${venueMachine}/games${format === 'csv' ? '.csv' : '/'}`, { query: { limit: mostGames } })

/** The state of a game, as machines say it. */
export interface SentEntry {
  session_uuid: string
  session_sequence: number
  active: boolean
  current_player?: number
  current_ball?: number
  current_p1_score: number
  game_modes?: string[]
}

/** What whoever has a machine's device key says in its place: it never signs out whoever is signed in. All throw ApiError. */
export const machineCalls = {
  entry: async (key: string, entry: SentEntry): Promise<void> =>
    void (await write('post', '/api/entry/', entry, RecordedEntry, { authorization: `Token ${key}` })),
  /** says that the machine has just started: the game in progress ends, and does not count */
  started: async (key: string): Promise<void> =>
    void (await write('post', '/api/installed/', {}, Nothing, { authorization: `Token ${key}` })),
}
