import { onFields } from '@multiball/shared/forms'
import { idOr, TvCode, TvInput } from '@multiball/shared/schema'
import type { TvScreen, TvSound } from '@multiball/shared/schema'
import * as v from 'valibot'
import { BoardKey } from './boardChoice'

const { name } = TvInput.entries

const newTv = v.object({ code: TvCode, how: v.literal('new'), name, board: BoardKey, tv: v.number() })
const knownTv = v.object({
  code: TvCode,
  how: v.literal('known'),
  name: v.string(),
  board: v.string(),
  tv: idOr('Please choose a TV'),
})

const how = v.picklist(['new', 'known'])
export type PairDraft = v.InferOutput<typeof newTv> | v.InferOutput<typeof knownTv>

/** A TV that shows a code: a new one with a name and a board, or one that the owner has had before. */
export const pairFormSchema = onFields(v.variant('how', [newTv, knownTv]), {
  code: v.string(),
  how,
  name: v.string(),
  board: v.string(),
  tv: v.number(),
})

const clock = v.pipe(v.string(), v.regex(/^\d\d:\d\d$/, 'Please choose a time'))
const light = 'A whole number from 5 to 100'
const margin = 'A number from 0 to 10'

const always = v.object({
  name,
  board: BoardKey,
  safe_percent: v.pipe(v.number(margin), v.minValue(0, margin), v.maxValue(10, margin)),
  claim_codes: v.boolean(),
})
const dimmed = v.pipe(
  v.object({
    is_dimmed: v.literal(true),
    dim_from: clock,
    dim_until: clock,
    dim_level: v.pipe(v.number(light), v.integer(light), v.minValue(5, light), v.maxValue(100, light)),
  }),
  v.forward(
    v.partialCheck(
      [['dim_from'], ['dim_until']],
      ({ dim_from, dim_until }) => dim_from !== dim_until,
      'The night must not end when it begins',
    ),
    ['dim_until'],
  ),
)
/** What is typed for the night counts only where there is one: its fields are not on the page. */
const undimmed = v.object({ is_dimmed: v.literal(false) })

const volumes = ['low', 'medium', 'high'] as const
const volume = v.picklist(volumes)
const quiet = v.pipe(
  v.object({ sound: volume, has_quiet: v.literal(true), quiet_from: clock, quiet_until: clock }),
  v.forward(
    v.partialCheck(
      [['quiet_from'], ['quiet_until']],
      ({ quiet_from, quiet_until }) => quiet_from !== quiet_until,
      'The quiet hours must not end when they begin',
    ),
    ['quiet_until'],
  ),
)
const loud = v.object({ sound: volume, has_quiet: v.literal(false) })
const silent = v.object({ sound: v.literal('off') })

const fields = {
  name: v.string(),
  board: v.string(),
  is_dimmed: v.boolean(),
  dim_from: v.string(),
  dim_until: v.string(),
  dim_level: v.number(),
  safe_percent: v.number(),
  claim_codes: v.boolean(),
  sound: v.picklist(['off', ...volumes]),
  has_quiet: v.boolean(),
  quiet_from: v.string(),
  quiet_until: v.string(),
}
type ChangeDraft = v.InferOutput<v.ObjectSchema<typeof fields, undefined>>

/** What is left out of a draft is not on the page either. */
const changed = v.intersect([
  always,
  v.variant('is_dimmed', [dimmed, undimmed]),
  v.variant('sound', [silent, v.variant('has_quiet', [quiet, loud])]),
]) as unknown as v.GenericSchema<unknown, ChangeDraft>

/** The name, the board, the screen and the sound of a TV. */
export const changeFormSchema = onFields(changed, fields)

const usualNight = { from: '22:00', until: '07:00', level: 35 }
const usualMargin = 5

/** What a form opens with for a screen that is set like this, or not at all. */
export function draftOfScreen(screen: TvScreen | undefined) {
  const { from, until, level } = screen?.dim ?? usualNight
  const quiet = screen?.sound?.quiet
  return {
    is_dimmed: Boolean(screen?.dim),
    dim_from: from,
    dim_until: until,
    dim_level: level,
    safe_percent: screen?.safe_percent ?? usualMargin,
    claim_codes: screen?.claim_codes ?? false,
    sound: screen?.sound?.volume ?? ('off' as const),
    has_quiet: Boolean(quiet),
    quiet_from: quiet?.from ?? usualNight.from,
    quiet_until: quiet?.until ?? usualNight.until,
  }
}

const soundOf = (draft: ChangeDraft): TvSound | null =>
  draft.sound === 'off'
    ? null
    : { volume: draft.sound, quiet: draft.has_quiet ? { from: draft.quiet_from, until: draft.quiet_until } : null }

export const screenOf = (draft: ChangeDraft): TvScreen => ({
  dim: draft.is_dimmed ? { from: draft.dim_from, until: draft.dim_until, level: draft.dim_level } : null,
  safe_percent: draft.safe_percent === usualMargin ? null : draft.safe_percent,
  claim_codes: draft.claim_codes,
  sound: soundOf(draft),
})
