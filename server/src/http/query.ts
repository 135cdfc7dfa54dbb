import * as v from 'valibot'

/** An id in a query. */
export const IdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'An id is expected'), v.transform(Number))

/** true or false in a query. */
export const FlagText = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false'], 'true or false is expected'),
  v.transform((text) => text === 'true'),
)

/** The viewer key of a private board in a query. */
export const KeyQuery = v.object({ key: v.optional(v.pipe(v.string(), v.maxLength(128))) })
