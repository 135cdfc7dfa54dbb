import { command, read, write } from '@multiball/shared/client'
import {
  listOf,
  NewReviewLink,
  Operators,
  PlatformChanged,
  PlatformFailure,
  PlatformState,
  ReviewLinks,
} from '@multiball/shared/schema'
import type { List, PlatformChange, ReviewLinkInput } from '@multiball/shared/schema'

/** What runs on this server, for operators. All throw ApiError; 403 for everybody else. */
export const platform = {
  get: (signal?: AbortSignal): Promise<PlatformState> => read('/api/platform/', PlatformState, { signal }),
  /** 409 when something else was changed meanwhile, or it cannot be done, with a sentence. */
  change: (change: PlatformChange): Promise<PlatformState> =>
    write('post', '/api/platform/changes/', change, PlatformState),
  changes: (limit: number, signal?: AbortSignal): Promise<List<PlatformChanged>> =>
    read('/api/platform/changes/', listOf(PlatformChanged), { query: { limit }, signal }),
  failures: (limit: number, signal?: AbortSignal): Promise<List<PlatformFailure>> =>
    read('/api/platform/failures/', listOf(PlatformFailure), { query: { limit }, signal }),
}

/** Who may use the calls above, and makes others operators. Throw ApiError as above. */
export const operators = {
  list: (signal?: AbortSignal): Promise<Operators> => read('/api/platform/operators/', Operators, { signal }),
  add: (username: string): Promise<Operators> => write('post', '/api/platform/operators/', { username }, Operators),
  remove: (id: number): Promise<void> => command('delete', `/api/platform/operators/${id}/`),
}

/** Links that show a reviewer one version of a remote. Throw ApiError as above. */
export const reviews = {
  list: (signal?: AbortSignal): Promise<ReviewLinks> => read('/api/platform/reviews/', ReviewLinks, { signal }),
  /** The only answer with the link itself. 409 when there can be none, with a sentence. */
  make: (input: ReviewLinkInput): Promise<NewReviewLink> =>
    write('post', '/api/platform/reviews/', input, NewReviewLink),
  withdraw: (id: number): Promise<void> => command('delete', `/api/platform/reviews/${id}/`),
}
