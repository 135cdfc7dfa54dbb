import type { SettingsChange } from '@multiball/shared/schema'
import { isDeepStrictEqual } from 'node:util'
import { errorsBy, type Schema } from '../settings/convertSettings'

/*
 * Whether settings that pass one schema pass another, both as convertSettings writes them. Careful: what cannot be told for
 * sure counts as narrower.
 */

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that say nothing of what passes. A default is filled in where a field is missing, which `required` tells. */
const silent = ['$schema', 'title', 'description', 'examples', 'default', 'errorMessage']

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

const fieldsOf = ({ properties }: Schema) => (isSchema(properties) ? (properties as Record<string, Schema>) : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const alternativesOf = ({ anyOf }: Schema) => (anyOf === undefined ? undefined : (listOf(anyOf) as Schema[]))

/** The values that alone pass, where a schema names them. */
const valuesOf = (schema: Schema): unknown[] | undefined =>
  'const' in schema ? [schema.const] : schema.enum === undefined ? undefined : listOf(schema.enum)

const patternsOf = ({ pattern, allOf }: Schema) => [
  ...(pattern === undefined ? [] : [pattern]),
  ...listOf(allOf).map((one) => (one as Schema).pattern),
]

const say = (value: unknown) => JSON.stringify(value)

/** One keyword of the new schema against the old one: what is narrower about it, in words, or undefined. */
function narrower(keyword: string, before: Schema, after: Schema): string | undefined {
  const limit = after[keyword]
  const was = before[keyword]
  if (isDeepStrictEqual(was, limit)) return undefined
  const changed =
    was === undefined ? `${keyword} ${say(limit)} is new` : `${keyword} was ${say(was)} and is ${say(limit)}`
  if (keyword === 'type') {
    const types = [limit].flat()
    const fits =
      was !== undefined &&
      [was].flat().every((type) => types.includes(type) || (type === 'integer' && types.includes('number')))
    return fits ? undefined : changed
  }
  if (lowest.includes(keyword)) return typeof was === 'number' && was >= (limit as number) ? undefined : changed
  if (highest.includes(keyword)) return typeof was === 'number' && was <= (limit as number) ? undefined : changed
  if (keyword === 'multipleOf') return typeof was === 'number' && was % (limit as number) === 0 ? undefined : changed
  if (keyword === 'reference') {
    const [one, other] = [was, limit] as [Schema | undefined, Schema]
    const kinds = listOf(one?.to)
    const fits =
      one &&
      kinds.every((kind) => listOf(other.to).includes(kind)) &&
      one.kindIn === other.kindIn &&
      (other.machines === undefined || one.machines === other.machines)
    return fits ? undefined : 'it names something else'
  }
  return changed
}

/** Keywords whose schemas are gone into. */
const structure = [
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'anyOf',
  'pattern',
  'allOf',
]

function fieldProblems(before: Schema, after: Schema, at: string): string[] {
  if (!('properties' in after) && !('additionalProperties' in after)) return []
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const place = (name: string) => (at ? `${at}.${name}` : name)
  const required = listOf(after.required).filter((name) => !listOf(before.required).includes(name)) as string[]
  const others = after.additionalProperties
  const isOpen = before.additionalProperties !== false
  return [
    ...required.map((name) => `${place(name)} is ${name in old ? 'required now' : 'new and has no default'}`),
    ...Object.keys(old).flatMap((name) => {
      if (now[name]) return compareSettings(old[name]!, now[name], place(name))
      return others === false
        ? [`${place(name)} is gone`]
        : isSchema(others)
          ? compareSettings(old[name]!, others, place(name))
          : []
    }),
    // What nobody named before may stand under any name.
    ...(isOpen
      ? Object.keys(now).flatMap((name) =>
          old[name]
            ? []
            : compareSettings(
                isSchema(before.additionalProperties) ? before.additionalProperties : {},
                now[name]!,
                place(name),
              ),
        )
      : []),
    ...(isOpen && others === false ? [`${at || 'the whole'} takes no other fields any more`] : []),
    ...(isOpen && isSchema(others)
      ? compareSettings(isSchema(before.additionalProperties) ? before.additionalProperties : {}, others, place('*'))
      : []),
  ]
}

/**
 * What in the old settings might no longer pass, in words; none where everything that passed still does.
 * @param at the field that is looked at, for the words; empty for the settings as a whole
 */
export function compareSettings(before: Schema, after: Schema, at = ''): string[] {
  if (isDeepStrictEqual(before, after)) return []
  const old = alternativesOf(before)
  if (old) return old.flatMap((one) => compareSettings({ ...before, anyOf: undefined, ...one }, after, at))
  const now = alternativesOf(after)
  if (now) {
    const { anyOf: _anyOf, ...beside } = after
    const tries = now.map((one) => compareSettings(before, one, at))
    return [
      ...compareSettings(before, beside, at),
      ...(tries.some((problems) => problems.length === 0) ? [] : (tries[0] ?? [`${at} takes nothing`])),
    ]
  }
  const values = valuesOf(before)
  if (values && !('reference' in after)) {
    const errorsOf = errorsBy(after)
    return values.filter((value) => errorsOf(value).length > 0).map((value) => `${at}: ${say(value)} was taken`)
  }
  const keywords = Object.keys(after).filter((keyword) => after[keyword] !== undefined && !silent.includes(keyword))
  return [
    ...keywords
      .filter((keyword) => !structure.includes(keyword))
      .flatMap((keyword) => {
        const problem = narrower(keyword, before, after)
        return problem ? [`${at || 'the whole'}: ${problem}`] : []
      }),
    ...patternsOf(after)
      .filter((pattern) => !patternsOf(before).includes(pattern))
      .map((pattern) => `${at}: the expression ${String(pattern)} is new`),
    ...fieldProblems(before, after, at),
    ...(isSchema(after.items)
      ? compareSettings(isSchema(before.items) ? before.items : {}, after.items, `${at}.*`)
      : after.items === false && before.items !== false
        ? [`${at} takes no more entries`]
        : []),
    ...(isSchema(after.propertyNames)
      ? compareSettings(
          isSchema(before.propertyNames) ? before.propertyNames : {},
          after.propertyNames,
          `the names in ${at}`,
        )
      : []),
  ]
}

const without = (fields: Record<string, Schema>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))

/** What passes after a change of the settings, given what passes before it. */
function changed(schema: Schema, change: SettingsChange): Schema {
  const fields = fieldsOf(schema)
  const required = listOf(schema.required)
  const isRequired = (name: string) => required.includes(name)
  const left = (name: string) => required.filter((one) => one !== name)
  if (change.change === 'drop')
    return { ...schema, properties: without(fields, change.field), required: left(change.field) }
  if (change.change === 'default') {
    const given = { const: change.value }
    const there = fields[change.field]
    const now = !there ? given : isRequired(change.field) ? there : { anyOf: [there, given] }
    return {
      ...schema,
      properties: { ...fields, [change.field]: now },
      required: [...left(change.field), change.field],
    }
  }
  const { from, to } = change
  const moved = fields[from]
  if (!moved) return schema
  // Where both are there, the newer one stays.
  const now = fields[to] ? { anyOf: [moved, fields[to]] } : moved
  return {
    ...schema,
    properties: { ...without(fields, from), [to]: now },
    required: [...left(from), ...(isRequired(from) ? [to] : [])],
  }
}

/** The same for one change after the other. */
export const afterChanges = (schema: Schema, changes: readonly SettingsChange[]): Schema =>
  changes.reduce(changed, schema)
