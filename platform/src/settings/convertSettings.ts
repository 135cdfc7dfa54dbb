import { mostCharacters, settingsLimits } from '@multiball/shared/schema'
import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import addFormats from 'ajv-formats'
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import * as v from 'valibot'

/*
 * The valibot schema of a board type's settings as the JSON Schema that the server checks them with. What the one says and the
 * other has no words for is refused, so that both accept the same settings.
 */

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  keywords: ['reference', 'question', 'errorMessage'],
})
addFormats(ajv)

/** Says of values what is wrong with them by a JSON Schema of settings; nothing where they pass. References and questions are only looked at for their type. */
export function errorsBy(schema: Schema): (value: unknown) => ErrorObject[] {
  const passes = ajv.compile(schema)
  return (value) => (passes(value) ? [] : (passes.errors ?? []))
}

/** A JSON Schema, whole or a part of one. */
export type Schema = Readonly<Record<string, unknown>>

/** Transformations after which a text is still the same text: the form makes them before it sends, and the server keeps what it is sent. */
const tidying = ['trim', 'trim_start', 'trim_end', 'to_lower_case', 'to_upper_case']

/** What metadata may say. */
const marks = ['reference', 'question', 'title', 'description', 'examples']

/** Keywords that each rule is said with, which its message belongs to. */
const keywordsOf: Record<string, readonly string[]> = {
  min_length: ['minLength', 'minItems'],
  max_length: ['maxLength', 'maxItems'],
  length: ['minLength', 'maxLength', 'minItems', 'maxItems'],
  non_empty: ['minLength', 'minItems'],
  empty: ['maxLength', 'maxItems'],
  min_entries: ['minProperties'],
  max_entries: ['maxProperties'],
  entries: ['minProperties', 'maxProperties'],
  min_value: ['minimum'],
  max_value: ['maximum'],
  gt_value: ['exclusiveMinimum'],
  lt_value: ['exclusiveMaximum'],
  multiple_of: ['multipleOf'],
  integer: ['type'],
  safe_integer: ['type', 'minimum', 'maximum'],
  value: ['const'],
  values: ['enum'],
  not_value: ['not'],
  not_values: ['not'],
  email: ['format'],
  rfc_email: ['format'],
  url: ['format'],
  uuid: ['format'],
  ipv4: ['format'],
  ipv6: ['format'],
}

/** Schemas whose values have a word in JSON Schema, and the keyword that a message about the value itself belongs to. */
const kindsOf: Record<string, string> = {
  string: 'type',
  number: 'type',
  boolean: 'type',
  null: 'type',
  object: 'type',
  strict_object: 'type',
  array: 'type',
  tuple: 'type',
  strict_tuple: 'type',
  record: 'type',
  literal: 'const',
  enum: 'enum',
  picklist: 'enum',
  union: 'anyOf',
  variant: 'anyOf',
  any: 'type',
  unknown: 'type',
  nullable: 'anyOf',
  nullish: 'anyOf',
  optional: 'type',
  exact_optional: 'type',
}

/** What to write instead of a schema or rule that has no word in JSON Schema, by its name in valibot. */
const instead: Record<string, string> = {
  includes: 'write v.regex',
  starts_with: 'write v.regex',
  ends_with: 'write v.regex',
  check: 'say it with rules such as v.regex, v.minValue or v.picklist',
  transform:
    'v.trim, v.toLowerCase and v.toUpperCase are the only changes that settings may make; lineAsSent of @multiball/shared/schema is a line of text',
  intersect: 'write one v.object with the fields of both',
  loose_object: 'name its fields with v.object, or write v.record',
  object_with_rest: 'name its fields with v.object, or write v.record',
  date: 'keep it as text with v.isoDate or v.isoTimestamp',
  bigint: 'write v.number or v.string',
  lazy: 'settings cannot contain themselves',
}

/** A rule that JSON Schema has no word for. */
class Unsupported extends Error {
  constructor(type: string, reason = 'cannot be said in JSON Schema') {
    super(`"${type}" ${reason}${instead[type] ? `: ${instead[type]}` : ''}`)
  }
}

type Messages = Record<string, string>
const messagesOf = (json: JsonSchema) => (json as { errorMessage?: Messages }).errorMessage

/** The schema with a message for these of its keywords. */
function withMessage(json: JsonSchema, message: unknown, keywords: readonly string[]): JsonSchema {
  const said = keywords.filter((keyword) => keyword in json)
  if (typeof message !== 'string' || said.length === 0) return json
  return {
    ...json,
    errorMessage: { ...messagesOf(json), ...Object.fromEntries(said.map((keyword) => [keyword, message])) },
  } as JsonSchema
}

/** The server reads expressions with RE2, which is never slow, and knows neither looking around nor back references. */
function readable(type: string, { source, flags }: RegExp): string {
  if (!/^u?$/.test(flags))
    throw new Unsupported(
      type,
      `has an expression with the flags ${flags}, which JSON Schema has no word for: write it without`,
    )
  const refuse = (why: string) =>
    new Unsupported(type, `has an expression that the server does not take, /${source}/: ${why}`)
  let steps: number
  try {
    steps = RE2JS.compile(RE2JS.translateRegExp(source)).programSize()
  } catch {
    throw refuse('it reads them with RE2, without looking around and back references')
  }
  if (source.length > settingsLimits.patternCharacters || steps > settingsLimits.patternSteps)
    throw refuse('it is too long, or repeats too much')
  return source
}

type Action = Parameters<NonNullable<ConversionConfig['overrideAction']>>[0]

function actionOf({ valibotAction: action, jsonSchema, errors }: Action): JsonSchema {
  const { type, message, requirement } = action as { type: string; message?: unknown; requirement?: unknown }
  if (action.kind === 'metadata') {
    const strange = Object.keys((action as { metadata?: object }).metadata ?? {}).find((key) => !marks.includes(key))
    if (strange !== undefined) throw new Unsupported(type, `knows no ${strange}: only ${marks.join(', ')}`)
    return jsonSchema
  }
  if (tidying.includes(type)) return jsonSchema
  if (type in keywordsOf) {
    if (errors?.[0]) throw new Unsupported(type, `is not understood: ${errors[0]}`)
    return withMessage(jsonSchema, message, keywordsOf[type]!)
  }
  if (!(requirement instanceof RegExp)) throw new Unsupported(type)

  // Of several expressions the conversion keeps the first; and days and times it names after a format that is not quite theirs.
  const { pattern, format, ...others } = jsonSchema
  const rest = format === undefined || /^(?:date|time)/.test(format) ? others : { ...others, format }
  const before = pattern === undefined || pattern === requirement.source ? {} : { pattern }
  const most = mostCharacters(requirement)
  if (most !== undefined)
    return withMessage({ ...rest, ...before, maxLength: Math.min(most, rest.maxLength ?? most) }, message, [
      'maxLength',
    ])
  const own = { pattern: readable(type, requirement) }
  if (!('pattern' in before)) return withMessage({ ...rest, ...own }, message, ['pattern'])
  return { ...rest, ...before, allOf: [...(rest.allOf ?? []), withMessage(own, message, ['pattern'])] }
}

type Converted = Parameters<NonNullable<ConversionConfig['overrideSchema']>>[0]

function schemaOf({ valibotSchema, jsonSchema, errors }: Converted): JsonSchema {
  const { type, message } = valibotSchema as { type: string; message?: unknown }
  const keyword = kindsOf[type]
  if (keyword === undefined) throw new Unsupported(type)
  if (errors?.[0]) throw new Unsupported(type, `is not understood: ${errors[0]}`)
  if (type === 'optional' || type === 'exact_optional' || type === 'nullish' || type === 'nullable') return jsonSchema
  if (type === 'object' || type === 'strict_object')
    return withMessage({ ...jsonSchema, additionalProperties: false }, message, ['type', 'required'])
  if (type === 'tuple') return withMessage({ ...jsonSchema, items: false }, message, ['type'])
  // The first that fits counts, as in valibot.
  if (type === 'variant') return withMessage({ anyOf: jsonSchema.oneOf }, message, ['anyOf'])
  return withMessage(jsonSchema, message, [keyword])
}

/** What a ranking counts is checked by the server as such: nothing of it is said in JSON Schema. */
function withoutQuestions(schema: v.GenericSchema): v.GenericSchema {
  if (v.getMetadata(schema).question === true)
    return v.pipe(v.record(v.string(), v.unknown()), v.metadata({ question: true }))
  return 'wrapped' in schema
    ? ({ ...schema, wrapped: withoutQuestions(schema.wrapped as v.GenericSchema) } as v.GenericSchema)
    : schema
}

const isObject = (json: unknown): json is Schema => typeof json === 'object' && json !== null

/** The fields of an object whose value is one of those that are written. */
const tagsOf = (json: Schema) =>
  Object.entries((json.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) =>
    'const' in field || 'enum' in field ? [name] : [],
  )

/** True where objects are chosen from that no field tells apart: the server would not know which one's defaults count. */
function hasAmbiguousChoice(json: unknown): boolean {
  if (!isObject(json)) return false
  const others = ((json.anyOf ?? []) as Schema[]).filter(({ type }) => type !== 'null')
  const isAmbiguous =
    others.length > 1 &&
    others.some((one) => 'properties' in one) &&
    !tagsOf(others[0]!).some((tag) => others.every((one) => tagsOf(one).includes(tag)))
  return isAmbiguous || Object.values(json).some(hasAmbiguousChoice)
}

const config: ConversionConfig = { overrideAction: actionOf, overrideSchema: schemaOf }

/** @throws Unsupported */
function convertField(schema: v.GenericSchema): Schema {
  let json: JsonSchema
  try {
    json = toJsonSchema(withoutQuestions(schema) as Parameters<typeof toJsonSchema>[0], {
      target: 'draft-2020-12',
      ...config,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new Unsupported('lazy', 'has no end')
    throw error
  }
  const { $schema: _draft, ...own } = json
  if ('$defs' in own) throw new Unsupported('lazy')
  if (hasAmbiguousChoice(own))
    throw new Error('"union" chooses between objects that nothing tells apart: use v.variant, with a v.literal in each')
  return own as Schema
}

const isOptional = ({ type }: v.GenericSchema) => ['optional', 'exact_optional', 'nullish'].includes(type)

/** A JSON Schema of settings, or what is wrong with them, in words that name the field. */
export interface ConvertedSettings {
  schema: Schema & { properties?: Record<string, Schema> }
  problems: string[]
}

/** @param settings what the module of a board type exports under this name */
export function convertSettings(settings: unknown): ConvertedSettings {
  const whole = settings as Partial<v.ObjectSchema<v.ObjectEntries, undefined>> & { pipe?: v.GenericSchema[] }
  const isSettings =
    isObject(settings) && whole.kind === 'schema' && (whole.type === 'object' || whole.type === 'strict_object')
  const problems: string[] = []
  if (!isSettings)
    return {
      schema: {},
      problems: ['`settings` is not a valibot schema of an object: export const settings = v.object({ … })'],
    }
  const rule = whole.pipe?.slice(1).find((part) => (part.kind as string) !== 'metadata')
  if (rule)
    problems.push(
      `settings as a whole: ${new Unsupported(rule.type).message}. Rules that look at several fields belong into the form`,
    )

  const properties: Record<string, Schema> = {}
  for (const [name, entry] of Object.entries(whole.entries!)) {
    try {
      properties[name] = convertField(entry)
    } catch (error) {
      problems.push(`the field ${name}: ${(error as Error).message}`)
    }
  }
  const required = Object.entries(whole.entries!).flatMap(([name, entry]) => (isOptional(entry) ? [] : [name]))
  return {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    },
    problems,
  }
}
