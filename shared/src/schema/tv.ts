import * as v from 'valibot'
import { BoardType } from './boards/board'
import { Id, idOr, Instant, line, visible } from './primitives/values'

/*
 * TVs that are steered from the dashboard: a TV shows a code, its owner types it, and from then on the TV asks what to show.
 */

/** A code is made of these. Of letters and digits that are read as each other from across a room, there is one. */
export const tvCodeLetters = '2345789ACDEFGHJKLMNPRTVWXY'
export const tvCodeLength = 6

const alike: Record<string, string> = {
  '0': 'D',
  O: 'D',
  Q: 'D',
  '1': 'L',
  I: 'L',
  Z: '2',
  S: '5',
  B: '8',
  '6': 'G',
  U: 'V',
}

/** What somebody typed for a code: in capitals, without what stands between, each look-alike as the one that is in use. */
export const readTvCode = (typed: string): string =>
  [...typed.toUpperCase()]
    .filter((character) => /[A-Z0-9]/.test(character))
    .map((character) => alike[character] ?? character)
    .join('')

const codeSentence = 'Type the six characters that the TV shows'

/** A code as it was typed. */
export const TvCode = v.pipe(
  v.string(codeSentence),
  v.maxLength(100, codeSentence),
  v.transform(readTvCode),
  v.length(tvCodeLength, codeSentence),
)

const boardSentence = 'Please choose a board'

const tvFields = {
  name: v.pipe(line(80), visible('Name must not be blank')),
  /** one that the owner may see */
  board: v.object({ type: BoardType, id: idOr(boardSentence) }, boardSentence),
}

const Clock = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time'))

/** How loud a TV is when a record falls, and when it is silent, by the TV's clock; `quiet` null is never. */
const Sound = v.object({
  volume: v.picklist(['low', 'medium', 'high']),
  quiet: v.nullable(
    v.pipe(
      v.object({ from: Clock, until: Clock }),
      v.check(({ from, until }) => from !== until, 'The quiet hours must not end when they begin'),
    ),
  ),
})
export type TvSound = v.InferOutput<typeof Sound>

/** What the screen of a TV is set to, in its venue. */
export const TvScreen = v.object({
  /** from when until when, by the TV's clock, and what is left of the light in percent; null never dims */
  dim: v.nullable(
    v.pipe(
      v.object({ from: Clock, until: Clock, level: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(100)) }),
      v.check(({ from, until }) => from !== until, 'The night must not end when it begins'),
    ),
  ),
  /** percent of each side that is left free; null leaves the usual 5 */
  safe_percent: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(10))),
  /** scoreboards show a code that leads players to the claim page */
  claim_codes: v.boolean(),
  /** null, or missing, is no sound; sent without it, it stays as it is */
  sound: v.optional(v.nullable(Sound)),
})
export type TvScreen = v.InferOutput<typeof TvScreen>

/** PUT /api/tv/{id}/; without `screen` that stays as it is. */
export const TvInput = v.object({ ...tvFields, screen: v.optional(TvScreen) })
export type TvInput = v.InferOutput<typeof TvInput>

/** POST /api/tv/: the TV that shows this code becomes one of the owner's. */
export const PairTvInput = v.object({ code: TvCode, ...tvFields })
export type PairTvInput = v.InferOutput<typeof PairTvInput>

/**
 * POST /api/tv/follow/: these TVs show a board until it is over, then their own again. It is over 10 minutes after its
 * program has said so, once the program has been silent for 3 hours, and after 24 hours at the latest.
 */
export const FollowInput = v.object({
  board: tvFields.board,
  tvs: v.pipe(v.array(Id), v.minLength(1, 'Please choose a TV'), v.maxLength(500)),
})
export type FollowInput = v.InferOutput<typeof FollowInput>

/** POST /api/tv/unfollow/: these TVs show their own boards again. */
export const UnfollowInput = v.object({ tvs: FollowInput.entries.tvs })

/** POST /api/tv/{id}/pair/: the TV that shows this code takes the place of one of the owner's. */
export const ReplaceTvInput = v.object({ code: TvCode })

/** POST /api/tv/{id}/sound/: the TV plays its sound once, however it is set. */
export const SoundTrialInput = v.object({ volume: Sound.entries.volume })
export type SoundTrialInput = v.InferOutput<typeof SoundTrialInput>

/** POST /api/tv/sound/: a TV that is to make sounds says whether its browser forbids them. */
export const SoundReport = v.object({ is_forbidden: v.boolean() })
export type SoundReport = v.InferOutput<typeof SoundReport>

/** A TV as its owner sees it. */
export const Tv = v.object({
  id: Id,
  name: v.string(),
  /** null where its board was deleted, or may not be seen any more */
  board: v.nullable(v.object({ type: BoardType, id: Id, title: v.string() })),
  /** it asked within the last minute */
  is_online: v.boolean(),
  /** null before it asked for the first time */
  last_seen_at: v.nullable(Instant),
  /** it said that it shows what it was told last */
  is_shown: v.optional(v.boolean()),
  screen: v.optional(TvScreen),
  /** whether its browser forbids sounds; missing until it was to make some */
  is_sound_forbidden: v.optional(v.boolean()),
  /** what it shows at the moment instead of `board`, until that is over */
  follows: v.optional(v.object({ type: BoardType, id: Id, title: v.string(), since: Instant })),
})
export type Tv = v.InferOutput<typeof Tv>

/** POST /api/tv/code/: what an unpaired TV shows, and the token that it says from then on. */
export const TvPairing = v.object({
  code: v.string(),
  token: v.string(),
  /** seconds for which the code may be typed */
  expires_in: v.number(),
  /** where an owner types it; the code is in it */
  pair_url: v.string(),
})
export type TvPairing = v.InferOutput<typeof TvPairing>

/** Those of the TVs that were the caller's, as they are now. */
export const Followers = v.object({ tvs: v.array(Tv) })

/** What changes with all that a TV is told. */
const version = v.string()

/** GET /api/tv/state/: what a TV is to show. */
export const TvState = v.variant('type', [
  v.object({ type: v.literal('unpaired'), version }),
  v.object({
    type: v.literal('paired'),
    version,
    name: v.string(),
    /** null where there is nothing to show any more; `key` is that of a board of the TV's owner */
    board: v.nullable(v.object({ type: BoardType, id: Id, key: v.optional(v.string()) })),
    /** how often the owner asked the TV to load its page again, and to show its name */
    reloads: v.number(),
    identifies: v.number(),
    /** how often the owner has tried its sound, and how loud it was to be; missing where they never did */
    sound_trial: v.optional(v.object({ count: v.number(), volume: Sound.entries.volume })),
    /** undefined where its owner set nothing */
    screen: v.optional(TvScreen),
  }),
])
export type TvState = v.InferOutput<typeof TvState>

/** Query of GET /api/tv/state/: with the version that the TV knows, the answer waits until there is another one. */
export const TvStateQuery = v.object({ version: v.optional(v.pipe(v.string(), v.maxLength(64))) })
