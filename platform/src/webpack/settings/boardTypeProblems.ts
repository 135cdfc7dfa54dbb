import { maxSettingsSchemaBytes, maxSettingsSchemaDepth, namedThings, ownFields, type BoardTypeManifest, type ReferenceRule, type RemoteManifest } from '@multiball/shared/schema'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as v from 'valibot'
import type { JsonSchema } from './convertSettings'

/* What a team says of its board type in remote.json, held against the settings that its module exports. */

/** As feeds and changes of settings name fields. */
const isField = (name: string) => /^[A-Za-z_]\w{0,59}$/.test(name)

const depthOf = (value: unknown): number => (typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0)

/** Every reference below this part of a schema. */
function referencesBelow(part: unknown): ReferenceRule[] {
  if (typeof part !== 'object' || part === null) return []
  const { reference } = part as { reference?: ReferenceRule }
  return [...(reference ? [reference] : []), ...Object.entries(part).flatMap(([key, value]) => (key === 'reference' ? [] : referencesBelow(value)))]
}

const isQuestion = (part: unknown): boolean => typeof part === 'object' && part !== null && ('question' in part || ('anyOf' in part && (part.anyOf as unknown[]).some(isQuestion)))

const isNamed = (to: string) => (namedThings as readonly string[]).includes(to)

function feedProblems({ feeds }: BoardTypeManifest, fields: Record<string, unknown>): string[] {
  return Object.entries(feeds).flatMap(([name, feed]) => {
    if (feed.kind === 'posted') return []
    const field = fields[feed.from]
    if (field === undefined) return [`The feed ${name} is from ${feed.from}, and the settings have no such field.`]
    const named = referencesBelow(field).flatMap(({ to }) => to)
    if (feed.kind === 'game' && !named.includes('venuemachine')) return [`The feed ${name} shows games, and ${feed.from} names no machine: use machineRef().`]
    if (feed.kind === 'board' && (named.length === 0 || named.some(isNamed))) return [`The feed ${name} shows boards, and ${feed.from} names none: use boardRef().`]
    if (feed.kind === 'ranking' && !isQuestion(field)) return [`The feed ${name} shows a ranking, and ${feed.from} is no question: use RankingQuestion.`]
    return []
  })
}

function changeProblems({ version, changes }: BoardTypeManifest): string[] {
  return Object.keys(changes)
    .map(Number)
    .filter((step) => step < 2 || step > version)
    .map((step) => `"changes" makes settings of version ${step}, and ${step < 2 ? 'there is none before the first' : `"version" is ${version}`}.`)
}

function schemaProblems({ properties = {} }: JsonSchema, text: string): string[] {
  const fields = Object.keys(properties)
  const bytes = Buffer.byteLength(text)
  return [
    ...fields.filter((name) => ownFields.includes(name)).map((name) => `A field cannot be called ${name}: every board has that beside its settings.`),
    ...fields.filter((name) => !isField(name)).map((name) => `A field cannot be called ${JSON.stringify(name)}: at most 60 letters, digits and _, and no digit first.`),
    ...(bytes > maxSettingsSchemaBytes ? [`The settings are ${Math.ceil(bytes / 1024)} KiB as JSON Schema, and at most ${maxSettingsSchemaBytes / 1024} KiB are allowed.`] : []),
    ...(depthOf(JSON.parse(text)) > maxSettingsSchemaDepth ? [`The settings lie deeper in one another than ${maxSettingsSchemaDepth} objects and lists of JSON Schema.`] : []),
  ]
}

function exampleProblems({ example }: BoardTypeManifest, settings: v.GenericSchema, schema: JsonSchema): string[] {
  const parsed = v.safeParse(settings, example)
  if (!parsed.success) return parsed.issues.map((issue) => `The example does not pass: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, keywords: ['reference', 'question', 'errorMessage'] })
  addFormats(ajv)
  const passes = ajv.compile(schema)
  if (passes(example)) return []
  return (passes.errors ?? []).map(({ instancePath, message, params }) => `The example does not pass: ${instancePath.slice(1).replaceAll('/', '.') || 'it'} ${message}${'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : ''}`)
}

/**
 * What does not fit together, in sentences that say what to do.
 * @param settings as the module exports them
 * @param schema what they were converted to, and `text` the same as it is published
 */
export function boardTypeProblems({ boardType, display }: RemoteManifest & { boardType: BoardTypeManifest }, settings: v.GenericSchema, schema: JsonSchema, text: string): string[] {
  const problems = [
    ...(display === boardType.name ? [] : [`It brings the board type ${boardType.name} along, and its display is of ${display ?? 'no type'}: write "display": "${boardType.name}".`]),
    ...schemaProblems(schema, text),
    ...feedProblems(boardType, schema.properties ?? {}),
    ...changeProblems(boardType),
  ]
  return problems.length > 0 ? problems : exampleProblems(boardType, settings, schema)
}
