import { apiSettings, command, failure, pageConfig, read, write } from '@multiball/shared/client'
import { Followers, listOf, Tonight, Tv, TvPairing, TvState } from '@multiball/shared/schema'
import type { FollowInput, List, PairTvInput, SoundReport, SoundTrialInput, TvInput } from '@multiball/shared/schema'
import ky from 'ky'
import type { Options } from 'ky'
import * as v from 'valibot'

/** What an owner does with the TVs. All throw ApiError. */
export const tvs = {
  /** @param query `venuemachine`: only those whose board shows this machine, or has one within that does */
  list: (
    query: { limit?: number; offset?: number; venuemachine?: number } = {},
    signal?: AbortSignal,
  ): Promise<List<Tv>> => read('/api/tv/', listOf(Tv), { query, signal }),
  get: (id: number, signal?: AbortSignal): Promise<Tv> => read(`/api/tv/${id}/`, Tv, { signal }),
  /** takes the TV that shows the code */
  pair: (input: PairTvInput): Promise<Tv> => write('post', '/api/tv/', input, Tv),
  update: (id: number, input: TvInput): Promise<Tv> => write('put', `/api/tv/${id}/`, input, Tv),
  /** puts the TV that shows the code in the place of this one */
  replace: (id: number, code: string): Promise<Tv> => write('post', `/api/tv/${id}/pair/`, { code }, Tv),
  /** these TVs show a board until it is over */
  follow: (input: FollowInput): Promise<Tv[]> =>
    write('post', '/api/tv/follow/', input, Followers).then((answer) => answer.tvs),
  /** these TVs show their own boards again */
  unfollow: (ids: readonly number[]): Promise<Tv[]> =>
    write('post', '/api/tv/unfollow/', { tvs: ids }, Followers).then((answer) => answer.tvs),
  reload: (id: number): Promise<void> => command('post', `/api/tv/${id}/reload/`),
  identify: (id: number): Promise<void> => command('post', `/api/tv/${id}/identify/`),
  /** the TV plays its sound once */
  trySound: (id: number, input: SoundTrialInput): Promise<void> => command('post', `/api/tv/${id}/sound/`, input),
  remove: (id: number): Promise<void> => command('delete', `/api/tv/${id}/`),
}

/** What goes on at the signed-in owner's machines and TVs. @param tz the browser's time zone. Throws ApiError. */
export const getTonight = (tz: string | undefined, signal?: AbortSignal): Promise<Tonight> =>
  read('/api/tonight/', Tonight, { query: { tz }, signal })

const codeTimeoutMs = 10_000
/** The server holds its answer for 20 s: what takes longer than this will not come. */
const stateTimeoutMs = 35_000

/** A code for this TV to show; with a token that waits, one more. Tried once. Throws ApiError. */
export const getTvCode = (token: string | undefined, signal?: AbortSignal): Promise<TvPairing> =>
  asTv('/api/tv/code/', TvPairing, token, { method: 'post', timeout: codeTimeoutMs, signal })

/** What this TV is to show, once it is not the version that it knows. Tried once. Throws ApiError. */
export const getTvState = (token: string, version: string | undefined, signal?: AbortSignal): Promise<TvState> =>
  asTv('/api/tv/state/', TvState, token, { searchParams: { version }, timeout: stateTimeoutMs, signal })

/** Says whether the browser of this TV forbids sounds. Tried once. Throws ApiError. */
export const reportTvSound = (token: string, report: SoundReport): Promise<void> =>
  asTv('/api/tv/sound/', v.unknown(), token, { method: 'post', json: report, timeout: codeTimeoutMs }).then(() => {})

/** A TV has a token of its own, whoever may be signed in in its browser. */
async function asTv<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  token: string | undefined,
  options: Options,
): Promise<v.InferOutput<Schema>> {
  try {
    const address = new URL(path, (apiSettings().apiHost ?? pageConfig().apiHost) || location.origin)
    return (await ky(address, {
      ...options,
      retry: 0,
      headers: token ? { Authorization: `TvToken ${token}` } : {},
    }).json<Schema>(schema)) as v.InferOutput<Schema>
  } catch (thrown) {
    throw failure(thrown, options.signal ?? undefined)
  }
}
