import type { TvPairing, TvState } from '@multiball/shared/schema'

type PairedState = Extract<TvState, { type: 'paired' }>

export interface TvCode extends Pick<TvPairing, 'code' | 'pair_url'> {
  /** ms since 1970, by the screen's clock, which may be set meanwhile */
  heardAt: number
  endsAt: number
}

/** A TV as it is now. */
export interface TvLive {
  steering:
    | { type: 'unknown' }
    /** without a code where none could be had yet */
    | { type: 'unpaired'; code?: TvCode }
    | { type: 'paired'; state: PairedState }
  /** false while the server does not answer */
  isReachable: boolean
  /** ms since 1970 when the server was last heard */
  heardAt?: number
  /** counts what the TV was asked to do since its page was opened */
  reloads: number
  identifies: number
  soundTrials: number
}

export const atStart: TvLive = {
  steering: { type: 'unknown' },
  isReachable: true,
  reloads: 0,
  identifies: 0,
  soundTrials: 0,
}

/** A new code is asked for when the one on show is good for no longer than this: half of it is more than a poll's time. */
const renewBeforeMs = 60_000
/** A name or a sound that was asked for while the TV was away does not come later. */
const freshForMs = 60_000

const trialsOf = ({ sound_trial }: PairedState) => sound_trial?.count ?? 0

/** The TV says for itself what there is to do, which is done once. */
export function heardState(live: TvLive, state: TvState, now: number): TvLive {
  const heard = { ...live, isReachable: true, heardAt: now }
  if (state.type === 'unpaired')
    return { ...heard, steering: live.steering.type === 'unpaired' ? live.steering : { type: 'unpaired' } }
  const steering = { type: 'paired', state } as const
  // What was counted before the page was opened, is done: it is a new page.
  if (live.steering.type !== 'paired' || live.heardAt === undefined) return { ...heard, steering }
  const { state: before } = live.steering
  const isFresh = live.heardAt !== undefined && now - live.heardAt < freshForMs
  return {
    ...heard,
    steering,
    reloads: live.reloads + (state.reloads > before.reloads ? 1 : 0),
    identifies: live.identifies + (isFresh && state.identifies > before.identifies ? 1 : 0),
    soundTrials: live.soundTrials + (isFresh && trialsOf(state) > trialsOf(before) ? 1 : 0),
  }
}

export const heardCode = (live: TvLive, { code, pair_url, expires_in }: TvPairing, now: number): TvLive => ({
  ...live,
  isReachable: true,
  heardAt: now,
  steering: { type: 'unpaired', code: { code, pair_url, heardAt: now, endsAt: now + expires_in * 1000 } },
})

/** What was shown before the page was loaded again is shown until the server says otherwise. It was not heard now. */
export const recalled = (live: TvLive, state: TvState): TvLive =>
  state.type === 'paired' ? { ...live, steering: { type: 'paired', state } } : live

/** Nobody knows the token any more: the TV was let go, or another one took its place. */
export const dismissed = (live: TvLive, now: number): TvLive => ({
  ...live,
  isReachable: true,
  heardAt: now,
  steering: { type: 'unpaired' },
})

/** What is shown stays. */
export const unreachable = (live: TvLive): TvLive => ({ ...live, isReachable: false })

/** Whether the next thing to ask for is a code. */
export function isCodeDue({ steering }: TvLive, hasToken: boolean, now: number): boolean {
  if (steering.type !== 'unpaired') return !hasToken
  const { code } = steering
  // By a clock that was put back since, its end is too far away.
  return !code || now < code.heardAt || code.endsAt - now <= renewBeforeMs
}
