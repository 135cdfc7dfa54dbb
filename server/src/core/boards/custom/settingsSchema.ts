import { ownFields, RankingQuestion, ReferenceRule, referencePlaces, settingsLimits } from '@multiball/shared/schema'
import type { ReferencePlace } from '@multiball/shared/schema'
import { RE2JS } from 're2js'
import * as v from 'valibot'

/*
 * What a settings schema of another team may be, and how it is made ready for ajv. It is data that somebody else wrote: it is
 * read keyword by keyword, everything in it has a limit, and what is not known here is refused rather than ignored.
 */

const {
  bytes: maxBytes,
  depth: maxDepth,
  schemas: maxNodes,
  branches: maxBranches,
  fields: maxFields,
  patternCharacters: maxPattern,
  patternSteps: maxPatternSteps,
} = settingsLimits

const FieldName = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,59}$/))

/** A settings schema that is not taken: where in it, and why. */
export class SchemaRefused extends Error {
  override name = 'SchemaRefused'
}

export type Json = Record<string, unknown>

/** A settings schema as ajv compiles it. */
interface ReadSchema {
  schema: Json
  /** names of its fields */
  fields: readonly string[]
  places: readonly ReferencePlace[]
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const checks = [
  'type',
  'required',
  'minProperties',
  'maxProperties',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'enum',
  'const',
]

/** Taken over as they stand. */
const kept: readonly string[] = [...checks, 'default', 'errorMessage']

const known: readonly string[] = [
  ...kept,
  'properties',
  'additionalProperties',
  'propertyNames',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'reference',
  'question',
  // These check nothing.
  'title',
  'description',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]

const Message = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300))
const Messages = v.union([Message, v.record(v.string(), v.union([Message, v.record(v.string(), Message)]))])

/** One class of characters, perhaps repeated between both ends: it is read in one go by any engine. */
const oneClass = /^(?:\^(?:\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[\w=]+\})[*+]?\$?|\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[\w=]+\})$/

/** A pattern that takes time in proportion to the text, whatever it is. Throws for one that cannot be read so. */
export function safePattern(pattern: string): { test(text: string): boolean } {
  if (oneClass.test(pattern)) return new RegExp(pattern, 'u')
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
  if (compiled.programSize() > maxPatternSteps) throw new Error('it has too many steps')
  return compiled
}

const isNull = (schema: unknown) => isObject(schema) && schema.type === 'null' && Object.keys(schema).length === 1

/** The field that tells these objects apart, each by values of its own. */
function tagOf(branches: readonly unknown[]): string | undefined {
  const tagsOf = (branch: unknown) =>
    isObject(branch) && isObject(branch.properties)
      ? Object.entries(branch.properties).flatMap(([name, field]) =>
          isObject(field) && ('const' in field || 'enum' in field) ? [name] : [],
        )
      : []
  return tagsOf(branches[0]).find((name) => branches.every((branch) => tagsOf(branch).includes(name)))
}

/** Where a schema stands: for messages, and for references, which have no place in a tuple or a record. */
interface Where {
  at: string
  path: readonly string[] | undefined
  depth: number
}

class SchemaReader {
  private nodes = 0
  private readonly found = new Map<string, ReferencePlace>()

  get places(): ReferencePlace[] {
    return [...this.found.values()]
  }

  read(value: unknown, where: Where): Json {
    if (!isObject(value)) throw this.refused(where, 'is not a schema')
    this.nodes += 1
    if (this.nodes > maxNodes) throw new SchemaRefused(`It has more than ${maxNodes} schemas in it`)
    if (where.depth > maxDepth) throw new SchemaRefused(`It is nested more than ${maxDepth} deep`)
    for (const keyword of Object.keys(value)) {
      if (/ref$/i.test(keyword))
        throw this.refused(
          where,
          `uses ${keyword}: a settings schema refers to nothing, neither to itself nor to others`,
        )
      if (!known.includes(keyword))
        throw this.refused(where, `uses the keyword ${keyword.slice(0, 60)}, which is not known here`)
    }
    if ('errorMessage' in value && !v.is(Messages, value.errorMessage))
      throw this.refused(where, 'has an errorMessage that is neither a text nor texts by keyword')
    if (value.question !== undefined) return this.question(value, where)
    this.checkPattern(value, where)
    const own = Object.fromEntries(Object.entries(value).filter(([keyword]) => kept.includes(keyword)))
    return {
      ...own,
      ...this.ids(value, where),
      ...this.fields(value, where),
      ...this.entries(value, where),
      ...this.choices(value, where),
    }
  }

  /** Checked by the schema of the server, whatever else the file says of it. */
  private question({ question, ...value }: Json, where: Where): Json {
    if (question !== true) throw this.refused(where, 'has a question that is not true')
    for (const { path, rule } of referencePlaces(RankingQuestion))
      this.place([...this.pathAt(where), ...path], rule, where)
    return { question: true, ...('default' in value && { default: value.default }) }
  }

  private checkPattern({ pattern }: Json, where: Where) {
    if (pattern === undefined) return
    if (typeof pattern !== 'string' || pattern.length > maxPattern)
      throw this.refused(where, `has a pattern that is not a text of at most ${maxPattern} characters`)
    try {
      safePattern(pattern)
    } catch (error) {
      throw this.refused(where, `has a pattern that could be slow or cannot be read (${(error as Error).message})`)
    }
  }

  private ids({ reference, type, minimum, maximum }: Json, where: Where): Json {
    if (reference === undefined) return {}
    const rule = v.safeParse(ReferenceRule, reference)
    if (!rule.success) throw this.refused(where, 'has a reference that cannot be read')
    if (type !== 'integer') throw this.refused(where, 'has a reference but is not an integer')
    this.place(this.pathAt(where), rule.output, where)
    return {
      minimum: Math.max(1, Number(minimum ?? 1)),
      maximum: Math.min(Number.MAX_SAFE_INTEGER, Number(maximum ?? Number.MAX_SAFE_INTEGER)),
    }
  }

  private fields(
    { properties, additionalProperties, propertyNames, not, uniqueItems, maxItems }: Json,
    where: Where,
  ): Json {
    // Entries that are compared each with each.
    if (uniqueItems !== undefined && !(typeof maxItems === 'number' && maxItems <= 1_000))
      throw this.refused(where, 'has uniqueItems without maxItems of at most 1000')
    const nowhere = (name: string) => ({ at: `${where.at}/${name}`, path: undefined, depth: where.depth + 1 })
    return {
      ...(properties !== undefined && { properties: this.byName(properties, where), additionalProperties: false }),
      // What is not named is left out, as it is with the types that come with the program.
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'boolean'
            ? additionalProperties && properties === undefined
            : this.read(additionalProperties, nowhere('additionalProperties')),
      }),
      ...(propertyNames !== undefined && { propertyNames: this.read(propertyNames, nowhere('propertyNames')) }),
      ...(not !== undefined && { not: this.read(not, nowhere('not')) }),
    }
  }

  private byName(properties: unknown, where: Where): Json {
    if (!isObject(properties) || Object.keys(properties).length > maxFields)
      throw this.refused(where, `has properties that are not an object of at most ${maxFields} fields`)
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        if (!v.is(FieldName, name) || name in {})
          throw this.refused(where, `has a field ${JSON.stringify(name.slice(0, 60))}, which is not a name for one`)
        const { reference } = isObject(field) ? field : {}
        const kindIn = isObject(reference) ? reference.kindIn : undefined
        if (typeof kindIn === 'string' && !Object.hasOwn(properties, kindIn))
          throw this.refused(where, `has a reference whose kind stands in ${kindIn.slice(0, 60)}, which is not there`)
        return [
          name,
          this.read(field, {
            at: `${where.at}/${name}`,
            path: where.path && [...where.path, name],
            depth: where.depth + 1,
          }),
        ]
      }),
    )
  }

  private entries({ items, prefixItems }: Json, where: Where): Json {
    const inner = (path: readonly string[] | undefined) => ({ at: `${where.at}/items`, path, depth: where.depth + 1 })
    return {
      ...(items !== undefined && {
        items:
          items === false
            ? false
            : this.read(items, inner(where.path && prefixItems === undefined ? [...where.path, '*'] : undefined)),
      }),
      ...(prefixItems !== undefined && { prefixItems: this.branches(prefixItems, inner(undefined)) }),
    }
  }

  /**
   * Branches of a choice are tried at once, so that none may fill in or leave out anything. Where it is known before which
   * one counts, by a null or a field that tells objects apart, that one alone is read.
   */
  private choices({ anyOf, oneOf, allOf }: Json, where: Where): Json {
    const given = anyOf ?? oneOf
    if (anyOf !== undefined && oneOf !== undefined) throw this.refused(where, 'has anyOf beside oneOf')
    if (allOf !== undefined) return { ...this.oneOf(given, where), allOf: this.plain(allOf, where) }
    return this.oneOf(given, where)
  }

  private oneOf(given: unknown, where: Where): Json {
    if (!Array.isArray(given)) return given === undefined ? {} : { anyOf: this.plain(given, where) }
    const others = given.filter((branch) => !isNull(branch))
    if (others.length < given.length)
      return {
        if: { type: 'null' },
        then: true,
        else: others.length === 1 ? this.read(others[0], deeper(where)) : this.oneOf(others, deeper(where)),
      }
    const tag = tagOf(given)
    if (tag === undefined) return { anyOf: this.plain(given, where) }
    return { type: 'object', required: [tag], discriminator: { propertyName: tag }, oneOf: this.branches(given, where) }
  }

  private plain(branches: unknown, where: Where): Json[] {
    const read = this.branches(branches, where)
    if (JSON.stringify(read).includes('"properties":'))
      throw this.refused(where, 'chooses between objects without a field with a constant in each that says which')
    return read
  }

  private branches(branches: unknown, where: Where): Json[] {
    if (!Array.isArray(branches) || branches.length === 0 || branches.length > maxBranches)
      throw this.refused(where, `has a list of schemas that is not one of 1 to ${maxBranches}`)
    return branches.map((branch) => this.read(branch, deeper(where)))
  }

  private pathAt(where: Where): readonly string[] {
    if (where.path) return where.path
    throw this.refused(where, 'has a reference inside a tuple, a record or a not, where nothing can follow it')
  }

  private place(path: readonly string[], rule: ReferenceRule, where: Where) {
    const key = path.join('.')
    const before = this.found.get(key)
    if (before && JSON.stringify(before.rule) !== JSON.stringify(rule))
      throw this.refused(where, 'names different things in one field: let a field beside it say which (kindIn)')
    this.found.set(key, { path, rule })
  }

  private refused({ at }: Where, why: string) {
    return new SchemaRefused(`${at || 'The schema'} ${why}`)
  }
}

const deeper = (where: Where): Where => ({ ...where, depth: where.depth + 1 })

/**
 * Reads the parsed JSON of a settings schema: an object of fields in draft 2020-12, with the keywords `reference`, `question`
 * and `errorMessage`. Throws SchemaRefused for all that is not known to be harmless.
 */
export function readSettingsSchema(given: unknown): ReadSchema {
  if (!isObject(given)) throw new SchemaRefused('It is not an object')
  if (Buffer.byteLength(JSON.stringify(given)) > maxBytes) throw new SchemaRefused('It is larger than 64 KiB')
  const { $schema, ...root } = given
  if ($schema !== undefined && !/^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(String($schema)))
    throw new SchemaRefused('It is not of draft 2020-12')
  if (root.type !== 'object' || !isObject(root.properties))
    throw new SchemaRefused('Its settings are not an object with properties')
  const fields = Object.keys(root.properties)
  const taken = fields.find((name) => ownFields.includes(name))
  if (taken !== undefined) throw new SchemaRefused(`It has a field ${taken}, which every board has already`)
  const reader = new SchemaReader()
  const schema = reader.read(root, { at: '', path: [], depth: 0 })
  return { schema, fields, places: reader.places }
}
