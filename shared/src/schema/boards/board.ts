import * as v from 'valibot'
import { UserRole } from '../account'
import { Id, line, visible } from '../primitives/values'

/** The board types that come with the program, as their resources are named on the wire. */
export const builtInTypes = ['scoreboard', 'leaderboard', 'comboboard', 'slideshow', 'streamboard'] as const
export type BuiltInType = (typeof builtInTypes)[number]

export const isBuiltInType = (type: string): type is BuiltInType => builtInTypes.some((known) => known === type)

/** The name of a board type: one of the built-in ones, or of one that a remote brings along. */
export const BoardType = v.pipe(v.string(), v.regex(/^[a-z]{2,30}$/))
export type BoardType = string

/** Where the calls of a type's boards begin: the built-in ones have addresses of their own. */
export const boardPath = (type: BoardType): string => (isBuiltInType(type) ? `/api/${type}/` : `/api/board/${type}/`)

export const Title = v.pipe(line(256, 'Title must be at most 256 characters'), visible('Title must not be blank'))
export const titleTaken = 'Title must be unique'

/** The moments that a board tells its viewers: all that the stream tells of what it shows, records alone, or none. */
export const momentChoices = ['all', 'records', 'none'] as const
export type MomentChoice = (typeof momentChoices)[number]

/** What an owner says of every board with a state, beside its title and who may see it. */
export const ToldMoments = v.optional(v.picklist(momentChoices), 'records')

/** Fields that the server adds to what the owner sent, the same for every board type. */
export const ownedFields = {
  id: Id,
  user_roles: v.array(UserRole),
  /** only in the owner's answer */
  viewer_key: v.optional(v.string()),
}

/** A board that shows another. */
export const BoardUse = v.object({ type: BoardType, id: Id, title: v.string() })
export type BoardUse = v.InferOutput<typeof BoardUse>

/** GET /api/{type}/{id}/used_by/: what the owner is told before deleting; his own boards, and public ones of others. */
export const BoardUses = v.object({ results: v.array(BoardUse) })

/** POST /api/{type}/{id}/viewer_key/ */
export const ViewerKey = v.object({ key: v.string() })

/** True when no two entries have the same key; entries without a key do not count. */
export const allDifferent =
  <Entry>(keyOf: (entry: Entry) => unknown) =>
  (entries: Entry[]) => {
    const keys = entries.map(keyOf).filter((key) => key !== undefined && key !== null)
    return new Set(keys).size === keys.length
  }
