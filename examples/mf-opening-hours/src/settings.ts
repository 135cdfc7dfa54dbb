import { Color, lineAsSent } from '@multiball/shared/schema'
import * as v from 'valibot'

/** '17:00-01:00', until after midnight where the second is no later than the first; '' is closed. */
const Hours = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^(?:(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d)?$/,
    'Write hours as 17:00-01:00, or nothing for closed',
  ),
)
const Time = v.pipe(v.string(), v.trim(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write times as 20:30'))
const Day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'Choose the date of each special day'),
)

const SpecialDay = v.object({ date: Day, hours: Hours, note: lineAsSent(40) })
const Item = v.object({ time: Time, text: v.pipe(lineAsSent(60), v.nonEmpty('Say what is on')) })

/** What an owner chooses of an opening hours board besides its title. All of it is here: nothing else feeds the board. */
export const settings = v.object({
  /** '' shows the title */
  headline: v.optional(lineAsSent(40), ''),
  monday: v.optional(Hours, ''),
  tuesday: v.optional(Hours, ''),
  wednesday: v.optional(Hours, ''),
  thursday: v.optional(Hours, ''),
  friday: v.optional(Hours, ''),
  saturday: v.optional(Hours, ''),
  sunday: v.optional(Hours, ''),
  special_days: v.optional(v.pipe(v.array(SpecialDay), v.maxLength(20, 'At most 20 special days')), []),
  /** times before 06:00 are after midnight */
  tonight: v.optional(v.pipe(v.array(Item), v.maxLength(12, 'At most 12 items')), []),
  /** 17:00 in place of 5 pm */
  has_24_hours: v.optional(v.boolean(), true),
  background_color: v.optional(Color, '#000'),
})
export type Settings = v.InferOutput<typeof settings>
