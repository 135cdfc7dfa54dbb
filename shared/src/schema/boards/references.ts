import * as v from 'valibot'
import { idOr } from '../primitives/values'
import { isBuiltInType } from './board'

/*
 * What a board names. A reference is an id in its settings whose schema says, as metadata, what it may name. Everything
 * else follows from that: who may name it, what it opens, what is shown of it, what a deletion takes away.
 */

/** What a board can name besides other boards, which are named by their type. */
export const namedThings = ['venuemachine', 'machine', 'machinegroup', 'player', 'slideshowimage'] as const
export type NamedThing = (typeof namedThings)[number]

/** In a rule: the board types that remotes bring along, whichever there are. */
export const anyCustom = 'custom'

/** What an id in the settings of a board may name. In a JSON Schema it is the keyword `reference` beside the id's type. */
export const ReferenceRule = v.strictObject({
  /** `venuemachine` and the other named things, board types, or `custom` for those of remotes */
  to: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z]{2,30}$/))), v.minLength(1), v.maxLength(20)),
  /** the field beside the id that says which of them it is; missing where there is only one */
  kindIn: v.optional(v.string()),
  /** a machine whose games everybody may see while the board is public and its owner is the machine's */
  opens: v.optional(v.boolean()),
  /** a machine whose scores are counted, which the owners of others' machines may refuse */
  counts: v.optional(v.boolean()),
  /** boards that show this many machines, and are public, and no others */
  machines: v.optional(v.number()),
  /** boards that can be cells of a grid, as the types of remotes say of themselves */
  cells: v.optional(v.boolean()),
  /** said of one that may not be named */
  refusal: v.optional(v.string()),
})
export type ReferenceRule = v.InferOutput<typeof ReferenceRule>

/** Marks a schema of an id as a reference. */
export const reference = <Value = number>(rule: ReferenceRule): v.MetadataAction<Value, { reference: ReferenceRule }> =>
  v.metadata({ reference: rule })

/** A machine of a venue, whose games the board shows. */
export const machineRef = (message = 'Please select a machine', rule: Pick<ReferenceRule, 'counts'> = {}) =>
  v.pipe(idOr(message), reference({ to: ['venuemachine'], ...(rule.counts ? rule : { opens: true }) }))

/** Another board, of one of these types; of more than one, `kindIn` names the field beside it that says which. */
export const boardRef = (
  to: readonly string[],
  message = 'Please select a board',
  rule: Omit<ReferenceRule, 'to' | 'opens' | 'counts'> = {},
) => v.pipe(idOr(message), reference({ to: [...to], ...rule }))

/** A title of the catalogue, such as Medieval Madness. */
export const titleRef = (message = 'Please select a title') => v.pipe(idOr(message), reference({ to: ['machine'] }))

/** A user whose claimed scores count. */
export const playerRef = (message = 'Please select a player') => v.pipe(idOr(message), reference({ to: ['player'] }))

/** A picture that the owner uploaded for slides. */
export const pictureRef = (message = 'Please select a picture') =>
  v.pipe(idOr(message), reference({ to: ['slideshowimage'] }))

/** Where in the settings of a board type ids stand; `*` stands for every entry of a list. */
export interface ReferencePlace {
  path: readonly string[]
  rule: ReferenceRule
}

/** An id in the settings of one board. */
export interface FoundReference {
  /** such as `items.*.item_id` */
  place: string
  /** the first part of the place: the field that errors are said of */
  field: string
  kind: string
  id: number
  rule: ReferenceRule
}

interface Walkable {
  entries?: Record<string, Walkable>
  item?: Walkable
  wrapped?: Walkable
  options?: Walkable[]
}

/** The places of references in a schema of settings. */
export function referencePlaces(schema: v.GenericSchema): ReferencePlace[] {
  const walk = (at: Walkable, path: readonly string[]): ReferencePlace[] => {
    const { reference: rule } = v.getMetadata(at as v.GenericSchema) as { reference?: ReferenceRule }
    if (rule) return [{ path, rule }]
    return [
      ...Object.entries(at.entries ?? {}).flatMap(([name, entry]) => walk(entry, [...path, name])),
      ...(at.item ? walk(at.item, [...path, '*']) : []),
      ...(at.wrapped ? walk(at.wrapped, path) : []),
      ...(at.options ?? []).filter((option) => typeof option === 'object').flatMap((option) => walk(option, path)),
    ]
  }
  return walk(schema as Walkable, [])
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a kind can be one of a remote's types; whether there is one, the boards say. */
const isCustom = (kind: string) =>
  /^[a-z]{2,30}$/.test(kind) && !isBuiltInType(kind) && !namedThings.some((thing) => thing === kind)

const kindOf = ({ to, kindIn }: ReferenceRule, beside: unknown): string | undefined => {
  const kind = kindIn === undefined ? to[0] : isObject(beside) ? beside[kindIn] : undefined
  return typeof kind === 'string' && (to.includes(kind) || (to.includes(anyCustom) && isCustom(kind)))
    ? kind
    : undefined
}

/** What these settings name, in the order of the places, and in lists in theirs. */
export function referencesIn(places: readonly ReferencePlace[], settings: object): FoundReference[] {
  return places.flatMap(({ path, rule }) => {
    const place = path.join('.')
    const walk = (value: unknown, beside: unknown, at: number): FoundReference[] => {
      const step = path[at]
      if (step === undefined) {
        const kind = kindOf(rule, beside)
        return kind !== undefined && typeof value === 'number'
          ? [{ place, field: path[0]!, kind, id: value, rule }]
          : []
      }
      if (step === '*') return Array.isArray(value) ? value.flatMap((entry) => walk(entry, value, at + 1)) : []
      return isObject(value) ? walk(value[step], value, at + 1) : []
    }
    return walk(settings, undefined, 0)
  })
}

/**
 * The settings without what is gone: the entry of the innermost list that names it is left out, and where there is no list
 * the id becomes null.
 */
export function withoutReferences<Settings extends object>(
  places: readonly ReferencePlace[],
  settings: Settings,
  isGone: (kind: string, id: number) => boolean,
): Settings {
  const gone = Symbol('gone')
  return places.reduce((whole, { path, rule }) => {
    const walk = (value: unknown, beside: unknown, at: number): unknown => {
      const step = path[at]
      if (step === undefined) {
        const kind = kindOf(rule, beside)
        return kind !== undefined && typeof value === 'number' && isGone(kind, value) ? gone : value
      }
      if (step === '*')
        return Array.isArray(value)
          ? value.map((entry) => walk(entry, value, at + 1)).filter((entry) => entry !== gone)
          : value
      if (!isObject(value) || !(step in value)) return value
      const inner = walk(value[step], value, at + 1)
      if (inner === value[step]) return value
      // Inside a list the whole entry goes; on its own it names nothing any more.
      if (inner === gone) return path.slice(0, at).includes('*') ? gone : { ...value, [step]: null }
      return { ...value, [step]: inner }
    }
    return walk(whole, undefined, 0) as Settings
  }, settings)
}
