import { Detail, FieldErrors } from '@multiball/shared/schema'
import * as contract from '@multiball/shared/schema'
import type * as v from 'valibot'
import type { DescribedRoute, FilePart, Operation } from '../../ground/http/operation'
import { convertSchema, convertSchemas, type JsonSchema, type Direction } from './jsonSchema'
import { pathParameters, queryParameters, type Parameter } from './parameters'

export interface Response {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Record<string, { schema: JsonSchema }>
}

interface Media {
  schema: JsonSchema
  encoding?: Record<string, { contentType: string }>
}

/** One call, as OpenAPI says it. */
export interface DocumentedCall {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Response | { $ref: string }>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DocumentedCall>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    securitySchemes: Record<string, object>
  }
}

const description = `Lists answer \`count\`, \`next\`, \`previous\` and \`results\`. A trailing slash may be left out.
A 400 has lists of messages by field, or under \`non_field_errors\`; every other refusal has a \`detail\`.
A private board answers 404, as if missing, to all but its owner and holders of its viewer key.
Where a proxy was reached over http, every call is redirected (308) to https.

Live scores come over a WebSocket at \`/{type}/{id}/scores/websocket/\`, on the scores host. Send
\`{"type":"GET_SCORES","name":"scoreboard:12:scores"}\`, with \`key\` for a private board; every message is a whole state.`

/** By the first part of a path. */
const tags: Record<string, string> = {
  account: 'Accounts',
  auth: 'Accounts',
  board: 'Boards of types from remotes',
  comboboard: 'Comboboards',
  counts: 'Accounts',
  entry: 'Devices',
  guest: 'Accounts',
  bridge: 'Devices',
  heartbeat: 'Devices',
  hook: 'Webhooks',
  installed: 'Devices',
  leaderboard: 'Leaderboards',
  machinegroups: 'Catalogue',
  machines: 'Catalogue',
  moments: 'Moments',
  'openapi.json': 'This document',
  platform: 'Platform',
  scorbitron_paired: 'Devices',
  scorbitron_unpair: 'Devices',
  scoreboard: 'Scoreboards',
  session_log: 'Devices',
  slideshow: 'Slideshows',
  slideshow_image: 'Slideshows',
  stoken: 'Devices',
  streamboard: 'Streamboards',
  token: 'Accounts',
  tonight: 'Venues and machines',
  tv: 'TVs',
  user: 'Accounts',
  user_profile: 'Accounts',
  venue: 'Venues and machines',
  venuemachine: 'Venues and machines',
  venuemachine_hot: 'Venues and machines',
}

const security: Record<Operation['actor'], Record<string, string[]>[]> = {
  anyone: [],
  optional: [{}, { token: [] }],
  guest: [{}, { token: [] }, { guesttoken: [] }],
  user: [{ token: [] }],
  operator: [{ token: [] }],
  device: [{ stoken: [] }],
  tv: [{ tvtoken: [] }],
  feed: [{ feedkey: [] }],
  bridge: [{ bridgekey: [] }],
}

const securitySchemes = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The token of a login, as `Token …`, from POST /api/auth/. Scripts use an API token instead',
  },
  apitoken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API token, as `Token …`, made on the profile. It needs the scope that the call names',
  },
  guesttoken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A guest’s token, as `Guest …`: 32 random bytes in base64url, drawn by the guest’s browser',
  },
  stoken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A device’s token, as `SToken …`, from POST /api/stoken/, or a device key, as `Token …`',
  },
  tvtoken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'A TV’s token, as `TvToken …`, from POST /api/tv/code/',
  },
  feedkey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The key of a posted feed, as `Feed …`, from POST /api/board/{type}/{id}/feed/{name}/key/',
  },
  bridgekey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The key of a bridge, as `Bridge …`, from POST /api/bridge/code/',
  },
}

const retryAfter = {
  'Retry-After': { description: 'seconds to wait', schema: { type: 'integer', minimum: 1 } as JsonSchema },
}

const refusals = {
  400: { name: 'BadRequest', description: 'Something in the request is not accepted' },
  401: { name: 'Unauthorized', description: 'Not logged in, or the token is invalid' },
  403: { name: 'Forbidden', description: 'This caller may not do this' },
  404: { name: 'NotFound', description: 'Not found, or not visible to this caller' },
  409: { name: 'Conflict', description: 'In conflict with the current state' },
  413: { name: 'TooLarge', description: 'The request is too large' },
  415: { name: 'UnsupportedType', description: 'This type of content is not accepted' },
  429: { name: 'TooMany', description: 'Too many requests', headers: retryAfter },
  500: { name: 'Failed', description: 'An error has occurred; request_id names it' },
  503: { name: 'Unavailable', description: 'Unavailable at the moment; try again', headers: retryAfter },
} as const
type Refusal = keyof typeof refusals

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const good: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  204: 'Done, and nothing to say',
  304: 'Nothing is new since the given ETag',
}

const pathOf = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** `GET /api/scoreboard/:id/scores/` → getScoreboardByIdScores */
const operationIdOf = ({ method, url }: DescribedRoute) => {
  const words = url.split('/').filter(Boolean).slice(1)
  return `${method.toLowerCase()}${words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : word.split(/\W|_/).map(capital).join(''))).join('')}`
}

/** What refuses a call because of what it is, besides what its route names. */
function refusalsOf(
  { method, url, isLimited }: DescribedRoute,
  { actor, query, refusals: named = [] }: Operation,
): Refusal[] {
  const isRead = method === 'GET'
  const all: (Refusal | false)[] = [
    ...named,
    (!isRead || query !== undefined) && 400,
    actor !== 'anyone' && 401,
    !['anyone', 'tv', 'feed', 'bridge'].includes(actor) && 403,
    url.includes('/:') && 404,
    !isRead && 413,
    !isRead && 415,
    isLimited && 429,
    500,
    503,
  ]
  return [...new Set(all)].filter((status) => status !== false).sort((one, other) => one - other)
}

const takesText = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  (('type' in schema && schema.type === 'string') || ('anyOf' in schema && (schema.anyOf as unknown[]).some(takesText)))

/** Whether each field of a body may also come as text. */
const fitsForm = (schema: JsonSchema) => Object.values(schema.properties ?? {}).every(takesText)

function multipart(body: Operation['body'], { file, types, required = false }: FilePart): Media {
  const { properties = {}, required: needed = [] } = body ? convertSchema(body, 'input') : {}
  const all = required ? [...needed, file] : needed
  return {
    schema: {
      type: 'object',
      properties: { ...properties, [file]: { type: 'string', format: 'binary' } },
      ...(all.length > 0 && { required: all }),
    },
    encoding: { [file]: { contentType: types.join(', ') } },
  }
}

function requestBody({ body, upload }: Operation, components: Components): DocumentedCall['requestBody'] {
  if (!body && !upload) return undefined
  const whole = body && convertSchema(body, 'input')
  const content: Record<string, Media> = {}
  if (body && !upload?.required) {
    content[json] = { schema: components.refer(body, 'input') }
    if (whole && fitsForm(whole)) content[form] = { schema: components.refer(body, 'input') }
  }
  if (upload) content['multipart/form-data'] = multipart(body, upload)
  return { required: upload?.required === true || (whole?.required?.length ?? 0) > 0, content }
}

function responses(route: DescribedRoute, operation: Operation, components: Components): DocumentedCall['responses'] {
  const { answers, contentType = json } = operation
  const answered = Object.entries(answers).map(([status, schema]): [string, Response] => [
    status,
    {
      description: good[status] ?? 'Answered',
      ...(schema && { content: { [contentType]: { schema: components.refer(schema, 'output') } } }),
    },
  ])
  const refused = refusalsOf(route, operation)
    .filter((status) => !(status in answers))
    .map((status) => [String(status), { $ref: `#/components/responses/${refusals[status].name}` }] as const)
  return Object.fromEntries([...answered, ...refused])
}

const tagOf = (url: string) => {
  const word = url.split('/')[2] ?? ''
  return tags[word] ?? capital(word)
}

function callOf(route: DescribedRoute, operation: Operation, components: Components): DocumentedCall {
  const body = requestBody(operation, components)
  return {
    operationId: operationIdOf(route),
    summary: capital(operation.summary),
    tags: [tagOf(route.url)],
    security: [...security[operation.actor], ...(operation.scope ? [{ apitoken: [operation.scope] }] : [])],
    parameters: [...pathParameters(route.url), ...queryParameters(operation.query)],
    ...(body && { requestBody: body }),
    responses: responses(route, operation, components),
  }
}

const refusalResponses = (components: Components) =>
  Object.fromEntries(
    Object.entries(refusals).map(([status, { name, ...response }]) => [
      name,
      {
        ...response,
        content: { [json]: { schema: components.refer(status === '400' ? FieldErrors : Detail, 'output') } },
      },
    ]),
  )

/**
 * The OpenAPI 3.1 document of these calls; those that say nothing of themselves are left out.
 * @param serverUrl where the API is; / for the origin of the document
 * @param types board types of remotes
 */
export function buildDocument(
  routes: readonly DescribedRoute[],
  { version, serverUrl, types = [] }: { version: string; serverUrl: string; types?: readonly DescribedType[] },
): OpenApiDocument {
  const components = new Components()
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    if (!route.operation) continue
    const calls = (paths[pathOf(route.url)] ??= {})
    calls[route.method.toLowerCase()] = callOf(route, route.operation, components)
  }
  const { document, schemas } = components.resolve({ paths, responses: refusalResponses(components) })
  return {
    openapi: '3.1.0',
    info: { title: 'Multiball', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl }],
    tags: [...new Set(routes.filter(({ operation }) => operation).map(({ url }) => tagOf(url)))].map((name) => ({
      name,
    })),
    // Added once placeholders are resolved: what another team wrote has none.
    paths: { ...document.paths, ...pathsOfTypes(document.paths, types) },
    components: { schemas, responses: document.responses, securitySchemes },
  }
}

/** A board type of a remote, as the document says it. */
interface DescribedType {
  name: string
  /** in the middle of a sentence: `tap list`, `tap lists` */
  singular: string
  plural: string
  /** of its settings, as it was published */
  schema: object
}

const ofAnyType = '/api/board/{type}/'

type Schema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] }

const wordsOf = (summary: string, { singular, plural }: DescribedType) => {
  const said = summary
    .replace(/boards of a type from a remote/gi, plural)
    .replace(/(a )?board of a type from a remote/gi, (_words, article?: string) =>
      article ? `${/^[aeiou]/i.test(singular) ? 'an' : 'a'} ${singular}` : singular,
    )
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`
}

/** The settings stand beside what every board has. */
function withSettings(
  schema: JsonSchema,
  settings: Schema,
  { needsAll, isList }: { needsAll: boolean; isList: boolean },
): JsonSchema {
  const board: JsonSchema = {
    type: 'object',
    properties: settings.properties ?? {},
    ...(needsAll && settings.required?.length && { required: settings.required }),
  }
  return {
    allOf: [schema, isList ? { type: 'object', properties: { results: { type: 'array', items: board } } } : board],
  }
}

function callOfType(call: DocumentedCall, method: string, isList: boolean, type: DescribedType): DocumentedCall {
  const settings = type.schema as Schema
  const body = call.requestBody?.content[json]
  const responses = Object.entries(call.responses).map(([status, response]) => {
    const answer = 'content' in response && /^2/.test(status) ? response.content?.[json] : undefined
    return [
      status,
      answer
        ? {
            ...response,
            content: {
              [json]: {
                schema: withSettings(answer.schema, settings, { needsAll: false, isList: isList && method === 'get' }),
              },
            },
          }
        : response,
    ] as const
  })
  return {
    ...call,
    operationId: call.operationId.replace(
      'BoardByType',
      `Board${type.name.charAt(0).toUpperCase()}${type.name.slice(1)}`,
    ),
    summary: wordsOf(call.summary, type),
    parameters: call.parameters.filter(({ name }) => name !== 'type'),
    ...(call.requestBody &&
      body && {
        requestBody: {
          required: method !== 'patch',
          content: {
            [json]: { schema: withSettings(body.schema, settings, { needsAll: method !== 'patch', isList: false }) },
          },
        },
      }),
    responses: Object.fromEntries(responses),
  }
}

/** The calls whose bodies and answers a type's settings are in, at the type's own addresses. */
function pathsOfTypes(paths: OpenApiDocument['paths'], types: readonly DescribedType[]): OpenApiDocument['paths'] {
  const own = [ofAnyType, `${ofAnyType}{id}/`].flatMap((path) => (paths[path] ? [[path, paths[path]] as const] : []))
  return Object.fromEntries(
    types.flatMap((type) =>
      own.map(([path, calls]) => [
        path.replace('{type}', type.name),
        Object.fromEntries(
          Object.entries(calls).map(([method, call]) => [method, callOfType(call, method, path === ofAnyType, type)]),
        ),
      ]),
    ),
  )
}

const directions = ['input', 'output'] as const

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** The schemas of the contract by the names under which it exports them. */
const namedSchemas = Object.fromEntries(
  Object.entries(contract as Record<string, unknown>).filter((entry): entry is [string, v.GenericSchema] =>
    isSchema(entry[1]),
  ),
)
const nameOf = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

interface Reference {
  direction: Direction
  name: string
}

const write = ({ direction, name }: Reference) => `${direction}:${name}`
const read = (text: unknown): Reference | undefined => {
  const [, direction, name] = /^(input|output):(.+)$/.exec(typeof text === 'string' ? text : '') ?? []
  return direction && name ? { direction: direction as Direction, name } : undefined
}

/** Every node below a value that is an object with a reference. */
function referencesIn(node: unknown): Reference[] {
  if (typeof node !== 'object' || node === null) return []
  const own = '$ref' in node ? read(node.$ref) : undefined
  return [...(own ? [own] : []), ...Object.values(node).flatMap(referencesIn)]
}

/**
 * Gathers the schemas of a document. Those of the contract become components, each once, and the others stand where they
 * are used.
 */
class Components {
  private readonly used: Record<Direction, Record<string, v.GenericSchema>> = {
    input: { ...namedSchemas },
    output: { ...namedSchemas },
  }
  private count = 0

  /** Stands for the schema until `resolve`. */
  refer(schema: v.GenericSchema, direction: Direction): JsonSchema {
    const known = nameOf.get(schema)
    if (known) return { $ref: write({ direction, name: known }) }
    this.count += 1
    const name = `${this.count}`
    // A copy, so that another one that has it inside does not refer to it.
    this.used[direction][name] = { ...schema }
    return { $ref: write({ direction, name }) }
  }

  /** The document with real schemas in it, and the components that it refers to. */
  resolve<Document>(document: Document): { document: Document; schemas: Record<string, JsonSchema> } {
    const converted = Object.fromEntries(
      directions.map((direction) => [
        direction,
        convertSchemas(this.used[direction], direction, (name) => write({ direction, name })),
      ]),
    ) as Record<Direction, Record<string, JsonSchema>>
    const schemaOf = ({ direction, name }: Reference) => converted[direction][name]!

    const found = new Map<string, Reference>()
    const find = (node: unknown) => {
      for (const reference of referencesIn(node)) {
        if (found.has(write(reference))) continue
        found.set(write(reference), reference)
        find(schemaOf(reference))
      }
    }
    find(document)

    const finalName = ({ direction, name }: Reference) => {
      const isTwofold =
        direction === 'input' && found.has(write({ direction: 'output', name })) && !isSameBothWays(name)
      return isTwofold ? `${name}Sent` : name
    }
    const settle = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(settle)
      if (typeof node !== 'object' || node === null) return node
      const reference = '$ref' in node ? read(node.$ref) : undefined
      if (!reference) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, settle(value)]))
      const { $ref: _ref, ...beside } = node as { $ref: string }
      if (!(reference.name in namedSchemas)) return { ...(settle(schemaOf(reference)) as object), ...beside }
      return { $ref: `#/components/schemas/${finalName(reference)}`, ...beside }
    }

    const components = [...found.values()].filter(({ name }) => name in namedSchemas)
    const schemas = Object.fromEntries(
      components.map((reference) => [finalName(reference), settle(schemaOf(reference)) as JsonSchema]),
    )
    return {
      document: settle(document) as Document,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  }
}

const isSameBothWays = (name: string) => {
  const [sent, answered] = directions.map((direction) => JSON.stringify(convertSchema(namedSchemas[name]!, direction)))
  return sent === answered
}
