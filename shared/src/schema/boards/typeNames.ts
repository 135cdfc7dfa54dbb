import * as v from 'valibot'
import { builtInTypes } from './board'
import { anyCustom, namedThings } from './references'

/* What board types from remotes and their feeds may be called: all that boards which name some need to know. */

/** Words of addresses and of references that no type can be called. */
export const reservedTypes: readonly string[] = [
  ...builtInTypes,
  ...namedThings,
  anyCustom,
  'board',
  'scores',
  'user',
  'venue',
  'game',
  'entry',
  'session',
  'embed',
  'tv',
  'api',
]

/** The name of a board type from a remote, such as `taplist`. */
export const CustomTypeName = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,30}$/, 'A board type is 2 to 30 lower-case letters'),
  v.check((name) => !reservedTypes.includes(name), 'This name is taken'),
)

/** What an item of a board is: one of these, or a board type of a remote. */
export const itemType = (types: readonly string[], message: string) =>
  v.pipe(
    v.string(message),
    v.check((type) => types.includes(type) || v.is(CustomTypeName, type), message),
  )

export const FeedName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,29}$/))
