import { mostCharacters } from '@multiball/shared/schema'
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type { JsonSchema } from '@valibot/to-json-schema'

/** What callers send, before it is transformed, or what they are answered. */
export type Direction = 'input' | 'output'

/** JSON Schema's patterns are read with the flag u, and know no other. */
const speaksJsonSchema = ({ flags }: RegExp) => /^u?$/.test(flags)

function patternOf({
  valibotAction: action,
  jsonSchema,
}: Parameters<NonNullable<ConversionConfig['overrideAction']>>[0]): JsonSchema | undefined {
  if (action.type !== 'regex' || !('requirement' in action)) return undefined
  const regex = action.requirement as RegExp
  const { pattern, ...rest } = jsonSchema
  const limit = mostCharacters(regex)
  // What the conversion made of the regex stands under `pattern`, unless another one stood there before.
  if (limit !== undefined)
    return { ...rest, ...(pattern !== undefined && pattern !== regex.source && { pattern }), maxLength: limit }
  // A second pattern did not replace the first one.
  const before = pattern === undefined || pattern === regex.source ? {} : { pattern }
  if (!speaksJsonSchema(regex)) return { ...rest, ...before }
  return 'pattern' in before
    ? { ...rest, ...before, allOf: [...(rest.allOf ?? []), { pattern: regex.source }] }
    : { ...rest, pattern: regex.source }
}

const isAnswered = (entry: v.GenericSchema) =>
  !['optional', 'nullish', 'exact_optional'].includes(entry.type) || ('default' in entry && entry.default !== undefined)

function objectOf(
  schema: { type: string; entries: v.ObjectEntries },
  json: JsonSchema,
  direction: Direction,
): JsonSchema {
  const { required = [], ...rest } = json
  const present =
    direction === 'input'
      ? required
      : Object.keys(schema.entries).filter((name) => isAnswered(schema.entries[name] as v.GenericSchema))
  return {
    ...rest,
    ...(present.length > 0 && { required: present }),
    ...(schema.type === 'loose_object' && { additionalProperties: true }),
  }
}

const withoutRepeats = (options: readonly unknown[]) =>
  [...new Map(options.map((option) => [JSON.stringify(option), option])).values()] as JsonSchema[]

const configOf = (direction: Direction): ConversionConfig => ({
  target: 'draft-2020-12',
  typeMode: direction,
  // Checks and transforms have no words in JSON Schema; the server applies them all the same.
  errorMode: 'ignore',
  overrideAction: patternOf,
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if ('entries' in valibotSchema)
      return objectOf(valibotSchema as { type: string; entries: v.ObjectEntries }, jsonSchema, direction)
    if (!jsonSchema.anyOf) return undefined
    const options = withoutRepeats(jsonSchema.anyOf)
    const { anyOf: _anyOf, ...rest } = jsonSchema
    return options.length === 1 ? { ...rest, ...options[0] } : { ...rest, anyOf: options }
  },
})

/** Schemas as JSON Schemas by the same names; where one uses another it refers to it. Never throws for what cannot be said. */
export const convertSchemas = (
  schemas: Record<string, v.GenericSchema>,
  direction: Direction,
  refTo: (name: string) => string,
): Record<string, JsonSchema> =>
  toJsonSchemaDefs(schemas as Parameters<typeof toJsonSchemaDefs>[0], {
    ...configOf(direction),
    overrideRef: ({ referenceId }) => refTo(referenceId),
  })

/** One schema as JSON Schema, whole. */
export const convertSchema = (schema: v.GenericSchema, direction: Direction): JsonSchema => {
  const alone = '#'
  return convertSchemas({ [alone]: { ...schema } }, direction, String)[alone]!
}
