import { RankingQuestion, referencesIn } from '@multiball/shared/schema'
import type { FieldErrors, ReferencePlace } from '@multiball/shared/schema'
import type { ErrorObject, KeywordDefinition, SchemaValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { isMissing, isNotAccepted, sentence } from '../../../ground/http/parse'
import { isObject, readSettingsSchema, safePattern, SchemaRefused } from './settingsSchema'
import type { Json } from './settingsSchema'

const maxBytes = 65_536
const maxReferences = 500

/** Settings of one board type, as one version of its schema has them. */
export interface CompiledSettings {
  /** as it was published */
  schema: object
  /** names of its fields */
  fields: readonly string[]
  places: readonly ReferencePlace[]
  /** The settings with defaults and without what the schema does not name, or what is wrong with them by field. Changes nothing of what it is given. */
  check(value: Json): { settings: Json } | { errors: FieldErrors }
}

const text = (check: v.GenericSchema) => ({ type: 'string', validate: (value: string) => v.is(check, value) }) as const

/** Formats as the form's own checks have them: the schema was written from them. */
const formats = {
  date: text(v.pipe(v.string(), v.isoDate())),
  time: text(v.pipe(v.string(), v.isoTime())),
  'date-time': text(v.union([v.pipe(v.string(), v.isoTimestamp()), v.pipe(v.string(), v.isoDateTime())])),
  email: text(v.pipe(v.string(), v.maxLength(320), v.email())),
  uri: text(v.pipe(v.string(), v.url())),
  uuid: text(v.pipe(v.string(), v.uuid())),
  ipv4: text(v.pipe(v.string(), v.ipv4())),
  ipv6: text(v.pipe(v.string(), v.ipv6())),
}

const askQuestion: SchemaValidateFunction = (_schema, value, _parent, at) => {
  const read = v.safeParse(RankingQuestion, value, { abortPipeEarly: true })
  if (!read.success) {
    askQuestion.errors = read.issues.map((issue) => ({
      keyword: 'question',
      params: {},
      message: sentence(issue).message,
    }))
    return false
  }
  at!.parentData[at!.parentDataProperty] = read.output
  return true
}

const question: KeywordDefinition = {
  keyword: 'question',
  schemaType: 'boolean',
  modifying: true,
  errors: 'full',
  validate: askQuestion,
}

/** Patterns that cannot be slow; `toString` is what ajv tells them apart by. */
const regExp = Object.assign((pattern: string) => Object.assign(safePattern(pattern), { toString: () => pattern }), {
  code: 'safePattern',
})

const newAjv = () => {
  const ajv = new Ajv2020({
    strict: true,
    strictTuples: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    // Which schema an error is of, for the messages that are written in it.
    verbose: true,
    useDefaults: true,
    removeAdditional: true,
    coerceTypes: false,
    discriminator: true,
    addUsedSchema: false,
    formats,
    code: { regExp },
    logger: false,
  })
  ajv.addKeyword(question)
  ajv.addVocabulary(['errorMessage'])
  return ajv
}

/** What another part of the schema says of the same, more exactly. */
const isSaidElsewhere = ({ keyword, schemaPath }: ErrorObject) => keyword === 'if' || /\/anyOf\/\d/.test(schemaPath)

const missingIn = ({ keyword, params }: ErrorObject): string | undefined =>
  keyword === 'required' ? String((params as { missingProperty: string }).missingProperty) : undefined

const fieldOf = (error: ErrorObject) => error.instancePath.split('/')[1] ?? missingIn(error) ?? 'non_field_errors'

/** The message that the schema has for an error, or that of every board. */
function messageOf(error: ErrorObject): string {
  if (error.keyword === 'question') return error.message!
  const missing = missingIn(error)
  const { errorMessage: written } = (error.parentSchema ?? {}) as {
    errorMessage?: string | Record<string, string | Record<string, string>>
  }
  // A choice is one also where it is read as the branch that counts.
  const own = typeof written === 'string' ? written : (written?.[error.keyword] ?? written?.anyOf ?? written?._)
  const said = isObject(own) ? (own as Record<string, string>)[missing ?? ''] : own
  return said ?? (missing === undefined ? isNotAccepted : isMissing)
}

function byField(errors: readonly ErrorObject[]): FieldErrors {
  const told = errors.filter((error) => !isSaidElsewhere(error))
  const fields = [...new Set(told.map(fieldOf))]
  return Object.fromEntries(
    fields.map((field) => [field, [...new Set(told.filter((error) => fieldOf(error) === field).map(messageOf))]]),
  )
}

/** The first text that cannot be kept, and why. */
function unstorable(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) return 'This text contains an invalid character'
    return value.includes('\0') ? 'Control characters are not allowed' : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const wrong = unstorable(name) ?? unstorable(inner)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

const unstorableFields = (value: Json): FieldErrors =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      [unstorable(inner)].flatMap((wrong) => (wrong === undefined ? [] : [[name, [wrong]]])),
    ),
  )

/**
 * Compiles a settings schema that was read from a file of another team. Throws SchemaRefused, with a sentence for whoever
 * published it, for one that could harm or cannot be understood.
 */
export function compileSettings(given: unknown): CompiledSettings {
  const { schema, fields, places } = readSettingsSchema(given)
  let validate: ReturnType<Ajv2020['compile']>
  try {
    validate = newAjv().compile(schema)
  } catch (error) {
    throw new SchemaRefused(`It cannot be compiled: ${(error as Error).message}`)
  }
  return {
    schema: given as object,
    fields,
    places,
    check(value) {
      const whole = JSON.stringify(value)
      if (Buffer.byteLength(whole) > maxBytes)
        return { errors: { non_field_errors: ['The settings of a board are at most 64 KiB'] } }
      const settings = JSON.parse(whole) as Json
      const wrong = unstorableFields(settings)
      if (Object.keys(wrong).length > 0) return { errors: wrong }
      if (!validate(settings)) return { errors: byField(validate.errors ?? []) }
      const found = referencesIn(places, settings)
      const tooMany = found[maxReferences]
      return tooMany ? { errors: { [tooMany.field]: [`A board names at most ${maxReferences} things`] } } : { settings }
    },
  }
}
