import { command, read, write } from '@multiball/shared/client'
import { boardPath, Follows, FoundTournament, HasToken, PostedNumber } from '@multiball/shared/schema'
import type { BoardType, PostedFiles } from '@multiball/shared/schema'

/** What the signed-in owner's boards hear of tournaments of Match Play. All throw ApiError. */
export const matchPlay = {
  follows: (signal?: AbortSignal): Promise<Follows> => read('/api/matchplay/', Follows, { signal }),
  /** a tournament that no board need name yet, by its address or number */
  find: (address: string, signal?: AbortSignal): Promise<FoundTournament> =>
    read('/api/matchplay/tournament/', FoundTournament, { query: { address }, signal, retries: 0 }),
  /** keeps the token that Match Play is asked with; it is not shown again */
  keepToken: async (token: string): Promise<void> =>
    void (await write('put', '/api/matchplay/token/', { token }, HasToken)),
  forgetToken: (): Promise<void> => command('delete', '/api/matchplay/token/'),
}

/** Shows a tournament that is kept in files on a board from now on. Throws ApiError. */
export const postFiles = async (type: BoardType, id: number, feed: string, files: PostedFiles): Promise<void> =>
  void (await write('put', `${boardPath(type)}${id}/feed/${feed}/files/`, files, PostedNumber))
