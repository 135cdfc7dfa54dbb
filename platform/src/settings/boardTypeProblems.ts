import {
  namedThings,
  ownFields,
  settingsLimits,
  type BoardTypeManifest,
  type ReferenceRule,
  type RemoteManifest,
} from '@multiball/shared/schema'
import * as v from 'valibot'
import { errorsBy, type ConvertedSettings, type Schema } from './convertSettings'

/* What a team says of its board type in remote.json, held against the settings that its module exports. */

/** As feeds and changes of settings name fields. */
const isField = (name: string) => /^[A-Za-z_]\w{0,59}$/.test(name)

/** The schemas in one: of its fields, entries and choices. */
const within = ({
  properties,
  additionalProperties,
  propertyNames,
  items,
  prefixItems,
  anyOf,
  allOf,
  not,
}: Schema): Schema[] =>
  [...Object.values(properties ?? {}), additionalProperties, propertyNames, items, prefixItems, anyOf, allOf, not]
    .flat()
    .filter((one) => typeof one === 'object') as Schema[]

const hasWrongDefault = (schema: Schema): boolean =>
  ('default' in schema && errorsBy(schema)(schema.default).length > 0) || within(schema).some(hasWrongDefault)

const countOf = (schema: Schema): number => within(schema).reduce((sum, one) => sum + countOf(one), 1)
const depthOf = (schema: Schema): number => Math.max(0, ...within(schema).map((one) => 1 + depthOf(one)))
const widthOf = (schema: Schema): number =>
  Math.max(
    ...[schema.anyOf, schema.allOf, schema.prefixItems].map((list) => ((list ?? []) as unknown[]).length),
    ...within(schema).map(widthOf),
  )
const mostFieldsOf = (schema: Schema): number =>
  Math.max(Object.keys(schema.properties ?? {}).length, ...within(schema).map(mostFieldsOf))

/** Every reference below this part of a schema. */
function referencesBelow(part: unknown): ReferenceRule[] {
  if (typeof part !== 'object' || part === null) return []
  const { reference } = part as { reference?: ReferenceRule }
  return [
    ...(reference ? [reference] : []),
    ...Object.entries(part).flatMap(([key, value]) => (key === 'reference' ? [] : referencesBelow(value))),
  ]
}

const isQuestion = (part: unknown): boolean =>
  typeof part === 'object' &&
  part !== null &&
  ('question' in part || ('anyOf' in part && (part.anyOf as unknown[]).some(isQuestion)))

const isNamed = (to: string) => (namedThings as readonly string[]).includes(to)

function feedProblems({ feeds }: BoardTypeManifest, fields: Record<string, unknown>): string[] {
  return Object.entries(feeds).flatMap(([name, feed]) => {
    if (feed.kind === 'posted') {
      return feed.match_play === undefined || fields[feed.match_play] !== undefined
        ? []
        : [`The feed ${name} follows ${feed.match_play}, and the settings have no such field.`]
    }
    const field = fields[feed.from]
    if (field === undefined) return [`The feed ${name} is from ${feed.from}, and the settings have no such field.`]
    const named = referencesBelow(field).flatMap(({ to }) => to)
    if ((feed.kind === 'game' || feed.kind === 'moments') && !named.includes('venuemachine'))
      return [
        `The feed ${name} shows ${feed.kind === 'game' ? 'games' : 'moments'}, and ${feed.from} names no machine: use machineRef().`,
      ]
    if (feed.kind === 'board' && (named.length === 0 || named.some(isNamed)))
      return [`The feed ${name} shows boards, and ${feed.from} names none: use boardRef().`]
    if (feed.kind === 'ranking' && !isQuestion(field))
      return [`The feed ${name} shows a ranking, and ${feed.from} is not a question: use RankingQuestion.`]
    return []
  })
}

function changeProblems({ version, changes }: BoardTypeManifest): string[] {
  return Object.keys(changes)
    .map(Number)
    .filter((step) => step < 2 || step > version)
    .map(
      (step) =>
        `"changes" makes settings of version ${step}, and ${step < 2 ? 'there is none before the first' : `"version" is ${version}`}.`,
    )
}

function schemaProblems(schema: ConvertedSettings['schema'], text: string): string[] {
  const fields = Object.keys(schema.properties ?? {})
  const sizes: [number, number, string][] = [
    [Buffer.byteLength(text), settingsLimits.bytes, 'bytes as JSON Schema'],
    [depthOf(schema), settingsLimits.depth, 'schemas deep'],
    [countOf(schema), settingsLimits.schemas, 'schemas large'],
    [mostFieldsOf(schema), settingsLimits.fields, 'fields wide'],
    [widthOf(schema), settingsLimits.branches, 'choices wide'],
  ]
  return [
    ...fields
      .filter((name) => ownFields.includes(name))
      .map((name) => `A field cannot be called ${name}: every board has that beside its settings.`),
    ...fields
      .filter((name) => !isField(name))
      .map(
        (name) =>
          `A field cannot be called ${JSON.stringify(name)}: at most 60 letters, digits and _, and no digit first.`,
      ),
    ...Object.entries(schema.properties ?? {})
      .filter(([, field]) => hasWrongDefault(field))
      .map(([name]) => `The default of ${name} does not pass its own rules.`),
    ...sizes
      .filter(([size, most]) => size > most)
      .map(([size, most, unit]) => `The settings are ${size} ${unit}, and at most ${most} are allowed.`),
  ]
}

function exampleProblems({ example }: BoardTypeManifest, settings: v.GenericSchema, schema: Schema): string[] {
  const parsed = v.safeParse(settings, example)
  if (!parsed.success)
    return parsed.issues.map((issue) => `The example does not pass: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
  return errorsBy(schema)(example).map(
    ({ instancePath, message, params }) =>
      `The example does not pass: ${instancePath.slice(1).replaceAll('/', '.') || 'it'} ${message}${'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : ''}`,
  )
}

/**
 * What does not fit together, in sentences that say what to do.
 * @param settings as the module exports them
 * @param schema what they were converted to, and `text` the same as it is published
 */
export function boardTypeProblems(
  { boardType, display }: RemoteManifest & { boardType: BoardTypeManifest },
  settings: v.GenericSchema,
  schema: ConvertedSettings['schema'],
  text: string,
): string[] {
  const problems = [
    ...(display === boardType.name
      ? []
      : [
          `It brings the board type ${boardType.name} along, and its display is of ${display ?? 'no type'}: write "display": "${boardType.name}".`,
        ]),
    ...schemaProblems(schema, text),
    ...feedProblems(boardType, schema.properties ?? {}),
    ...changeProblems(boardType),
  ]
  return problems.length > 0 ? problems : exampleProblems(boardType, settings, schema)
}
