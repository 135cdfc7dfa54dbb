import type * as v from 'valibot'
import { convertSchema } from './jsonSchema'
import type { JsonSchema } from './jsonSchema'

/** What the parameters of the API mean, by their names. */
const meanings: Record<string, string> = {
  board: 'the id of a board, beside its board_type',
  board_type: 'the type of a board, such as scoreboard',
  card: 'the id of a card to share: of a moment, or game:{game}:{slot}',
  code: 'the claim code of the machine’s newest game; in a path, the code of a machine’s link for guests',
  format: 'json, the only format there is',
  game: 'the id of a game',
  groups: 'true: the editions of a title are one entry, with the id g-{id}',
  hash: 'the hash of a picture',
  id: 'the id',
  is_public: 'true: only public ones; false: only private ones',
  address: 'the address of a tournament on app.matchplay.events, or its number',
  key: 'the viewer key of a private board, or of one that shows it',
  limit: 'rows per page',
  maxheight: 'px available',
  maxwidth: 'px available',
  name: 'the name of a posted feed, as its type declares it',
  offset: 'rows to skip',
  after: 'only rows that come after the one with this id; of a stream, what comes after this place',
  events: 'moments of tournaments come, too',
  ordering: 'a field to sort by; a leading - for descending',
  owner: 'only those of this user',
  position: 'the slot of the player, from 1',
  score: 'a score, to be told its rank',
  search: 'only what contains this text',
  session_active: 'false while no game is in progress',
  token: 'the token of an emailed link',
  type: 'a board type from a remote, such as taplist',
  tz: 'the time zone in which the day begins, by its IANA name',
  url: 'the address of a board’s page',
  user: 'the id of a user',
  uuid: 'the uuid of the device, or of a score that was sent',
  venue: 'only those of this venue',
  venuemachine: 'only those of this machine; of boards, those showing this machine of yours',
  version: 'the version that the TV has; the answer waits up to 20 s for a newer one',
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  description: string | undefined
  required: boolean
  schema: JsonSchema
}

const pathSchemas: Record<string, JsonSchema> = {
  id: { type: 'integer', minimum: 1 },
  position: { type: 'integer', minimum: 1 },
  user: { type: 'integer', minimum: 1 },
}

/** The parameters in fastify's path `/api/scoreboard/:id/`. */
export const pathParameters = (url: string): Parameter[] =>
  [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    description: meanings[name],
    required: true,
    schema: pathSchemas[name] ?? { type: 'string' },
  }))

/** The steps of a schema, those of pipes in it too. */
function stepsOf(
  schema: v.GenericSchema,
): { type: string; requirement?: unknown; operation?: unknown; options?: unknown }[] {
  return 'pipe' in schema ? (schema.pipe as v.GenericSchema[]).flatMap((step) => stepsOf(step)) : [schema]
}

/** Numbers and choices come as text; what they are is in the later steps of their schema. */
function querySchema(schema: v.GenericSchema): JsonSchema {
  const steps = stepsOf(schema)
  const requirementOf = (type: string) => steps.find((step) => step.type === type)?.requirement
  if (steps.some(({ operation }) => operation === Number || operation === BigInt)) {
    const [minimum, maximum] = ['min_value', 'max_value'].map(requirementOf)
    return {
      type: 'integer',
      ...(typeof minimum === 'number' && { minimum }),
      ...(typeof maximum === 'number' && { maximum }),
    }
  }
  const choices = steps.find(({ type }) => type === 'picklist')
  return choices ? { type: 'string', enum: choices.options as string[] } : convertSchema(schema, 'input')
}

function queryParameter([name, schema]: [string, v.GenericSchema]): Parameter {
  const isOptional = schema.type === 'optional' && 'wrapped' in schema
  const json = querySchema(isOptional ? (schema.wrapped as v.GenericSchema) : schema)
  const fallback: unknown = isOptional && 'default' in schema ? schema.default : undefined
  const isShown = typeof fallback === 'string' && fallback !== ''
  return {
    name,
    in: 'query',
    description: json.description ?? meanings[name],
    required: !isOptional,
    schema: { ...json, ...(isShown && { default: json.type === 'integer' ? Number(fallback) : fallback }) },
  }
}

/** The parameters of a query, one by one. */
export const queryParameters = (query: v.GenericSchema | undefined): Parameter[] =>
  query && 'entries' in query
    ? Object.entries(query.entries as Record<string, v.GenericSchema>).map(queryParameter)
    : []
