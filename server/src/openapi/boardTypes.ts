import type { DocumentedCall, OpenApiDocument } from './document'
import type { JsonSchema } from './jsonSchema'

/** A board type of a remote, as the document says it. */
export interface DescribedType {
  name: string
  /** in the middle of a sentence: `tap list`, `tap lists` */
  singular: string
  plural: string
  /** of its settings, as it was published */
  schema: object
}

const ofAnyType = '/api/board/{type}/'
const json = 'application/json'

type Schema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] }

const wordsOf = (summary: string, { singular, plural }: DescribedType) => {
  const said = summary.replace(/boards of a type from a remote/gi, plural).replace(/board of a type from a remotes?/gi, (words) => (words.endsWith('s') ? plural : singular))
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`
}

/** The settings stand beside what every board has. */
function withSettings(schema: JsonSchema, settings: Schema, { needsAll, isList }: { needsAll: boolean; isList: boolean }): JsonSchema {
  const board: JsonSchema = { type: 'object', properties: settings.properties ?? {}, ...(needsAll && settings.required?.length && { required: settings.required }) }
  return { allOf: [schema, isList ? { type: 'object', properties: { results: { type: 'array', items: board } } } : board] }
}

function callOf(call: DocumentedCall, method: string, isList: boolean, type: DescribedType): DocumentedCall {
  const settings = type.schema as Schema
  const body = call.requestBody?.content[json]
  const responses = Object.entries(call.responses).map(([status, response]) => {
    const answer = 'content' in response && /^2/.test(status) ? response.content?.[json] : undefined
    return [status, answer ? { ...response, content: { [json]: { schema: withSettings(answer.schema, settings, { needsAll: false, isList: isList && method === 'get' }) } } } : response] as const
  })
  return {
    ...call,
    operationId: call.operationId.replace('BoardByType', `Board${type.name.charAt(0).toUpperCase()}${type.name.slice(1)}`),
    summary: wordsOf(call.summary, type),
    parameters: call.parameters.filter(({ name }) => name !== 'type'),
    ...(call.requestBody && body && {
      requestBody: { required: method !== 'patch', content: { [json]: { schema: withSettings(body.schema, settings, { needsAll: method !== 'patch', isList: false }) } } },
    }),
    responses: Object.fromEntries(responses),
  }
}

/** The calls whose bodies and answers a type's settings are in, at the type's own addresses. */
export function pathsOfTypes(paths: OpenApiDocument['paths'], types: readonly DescribedType[]): OpenApiDocument['paths'] {
  const own = [ofAnyType, `${ofAnyType}{id}/`].flatMap((path) => (paths[path] ? [[path, paths[path]] as const] : []))
  return Object.fromEntries(
    types.flatMap((type) =>
      own.map(([path, calls]) => [
        path.replace('{type}', type.name),
        Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, callOf(call, method, path === ofAnyType, type)])),
      ]),
    ),
  )
}
