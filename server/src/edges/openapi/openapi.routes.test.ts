import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { productVersion, serverFolder } from '../../ground/process/config'
import { buildTestApp, call, useTestDatabase } from '../../testing'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'
import { breakingChanges } from './compare'
import type { DocumentedCall, OpenApiDocument } from './document'
import { openapiRoutes } from './openapi.routes'

const database = useTestDatabase()
let whole: WholeApp
let app: FastifyInstance
let document: OpenApiDocument

beforeAll(async () => {
  whole = await buildWholeApp(database.db)
  app = whole.app
  document = (await call(app, 'GET', '/api/openapi.json')).body as OpenApiDocument
})
afterAll(() => whole.close())

const calls = () =>
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, made]) => ({ path, verb, made })),
  )

/** Every value below a node, with where it is. */
function* nodesOf(node: unknown, at = '#'): Generator<{ at: string; node: Record<string, unknown> }> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield { at, node: node as Record<string, unknown> }
  for (const [key, value] of Object.entries(node)) yield* nodesOf(value, `${at}/${key}`)
}

const isThere = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    ) !== undefined

describe('every call is described', () => {
  test('each route of the complete server says what it is', () => {
    expect(
      app.describedRoutes
        .filter(({ operation }) => operation === undefined)
        .map(({ method, url }) => `${method} ${url}`),
    ).toEqual([])
  })

  test('no two differ by a trailing slash only', () => {
    const names = app.describedRoutes.map(
      ({ method, url }) => `${method} ${url.replace(/\/$/, '').replace(/:\w+/g, ':')}`,
    )
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('the document has them all', () => {
    expect(
      calls()
        .map(({ path, verb }) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
        .sort(),
    ).toEqual(app.describedRoutes.map(({ method, url }) => `${method} ${url}`).sort())
  })
})

/** OpenAPI 3.1 as far as this document uses it: the fields of each of its objects, and no others. */
const structure = () => {
  const object = (properties: Record<string, object>, ...required: string[]) => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  })
  const map = (of: object, pattern = '') => ({
    type: 'object',
    patternProperties: { [pattern]: of },
    additionalProperties: false,
  })
  const list = (of: object) => ({ type: 'array', items: of })
  const text = { type: 'string', minLength: 1 }
  const schema = { $ref: 'https://json-schema.org/draft/2020-12/schema' }
  const media = object({ schema, encoding: map(object({ contentType: text })) }, 'schema')
  const header = object({ description: text, schema }, 'schema')
  const response = object(
    { description: text, headers: map(header), content: map(media, '^[a-z-]+/[a-z-]+$') },
    'description',
  )
  const reference = object({ $ref: { type: 'string', pattern: '^#/components/' } }, '$ref')
  const parameter = {
    anyOf: ['path', 'query'].map((place) =>
      object(
        {
          name: text,
          in: { const: place },
          description: text,
          required: place === 'path' ? { const: true } : { type: 'boolean' },
          schema,
        },
        'name',
        'in',
        'schema',
        'required',
      ),
    ),
  }
  const call = object(
    {
      operationId: text,
      summary: text,
      tags: list(text),
      security: list(map(list(text))),
      parameters: list(parameter),
      requestBody: object({ required: { type: 'boolean' }, content: map(media, '^[a-z-]+/[a-z-]+$') }, 'content'),
      responses: map({ anyOf: [reference, response] }, '^[1-5][0-9][0-9]$'),
    },
    'operationId',
    'responses',
  )
  const name = '^[a-zA-Z0-9._-]+$'
  return object(
    {
      openapi: { const: '3.1.0' },
      info: object(
        { title: text, version: text, description: text, license: object({ name: text, identifier: text }, 'name') },
        'title',
        'version',
      ),
      servers: list(object({ url: { type: 'string', format: 'uri-reference' } }, 'url')),
      tags: list(object({ name: text }, 'name')),
      paths: map(map(call, '^(get|put|post|delete|patch)$'), '^/'),
      components: object({
        schemas: map(schema, name),
        responses: map(response, name),
        securitySchemes: map(
          object(
            { type: { const: 'apiKey' }, in: { const: 'header' }, name: text, description: text },
            'type',
            'in',
            'name',
          ),
          name,
        ),
      }),
    },
    'openapi',
    'info',
    'paths',
  )
}

describe('the document is OpenAPI 3.1', () => {
  test('its objects have the fields that there are, and its schemas are JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(ajv)
    const isRight = ajv.compile(structure())
    expect([isRight(document), isRight.errors]).toEqual([true, null])
    expect(isRight({ ...document, paths: { '/x': { get: { operationId: 'x', responses: { 200: {} } } } } })).toBe(false)
    expect(isRight({ ...document, components: { schemas: { X: { type: 'text' } } } })).toBe(false)
  })

  test('it says so, and which version of the product it is of', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({
      title: 'Multiball',
      version: productVersion(),
      license: { identifier: 'MIT' },
    })
    expect(document.servers).toEqual([{ url: '/' }])
  })

  test('every reference leads somewhere, and every component is used', () => {
    const references = [...nodesOf(document)].flatMap(({ node }) => (typeof node.$ref === 'string' ? [node.$ref] : []))
    expect(references.filter((reference) => !reference.startsWith('#/components/') || !isThere(reference))).toEqual([])
    const components = Object.entries({
      schemas: document.components.schemas,
      responses: document.components.responses,
    }).flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    expect(
      components.filter((name) => !references.includes(name) && !name.startsWith('#/components/responses/')),
    ).toEqual([])
    expect(components.filter((name) => !/^#\/components\/\w+\/[\w.-]+$/.test(name))).toEqual([])
  })

  test('ids, parameters, bodies and answers are whole', () => {
    const ids = calls().map(({ made }) => made.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, verb, made } of calls()) {
      const where = `${verb} ${path}`
      const named = made.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect([where, ...named]).toEqual([where, ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
      expect(new Set(made.parameters.map(({ name, in: place }) => `${place} ${name}`)).size).toBe(
        made.parameters.length,
      )
      for (const parameter of made.parameters)
        expect([where, parameter.name, parameter.description]).toEqual([
          where,
          parameter.name,
          expect.stringMatching(/\S/),
        ])
      for (const parameter of made.parameters) if (parameter.in === 'path') expect(parameter.required).toBe(true)
      expect([where, Object.keys(made.responses).some((status) => /^2\d\d$/.test(status))]).toEqual([where, true])
      for (const [status, response] of Object.entries(made.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/)
        if (!('$ref' in response)) expect(response.description).toMatch(/\S/)
      }
      if (verb === 'get') expect([where, made.requestBody]).toEqual([where, undefined])
      if (made.requestBody) expect(Object.keys(made.requestBody.content).length).toBeGreaterThan(0)
      for (const requirement of made.security)
        for (const name of Object.keys(requirement)) expect(document.components.securitySchemes).toHaveProperty(name)
      for (const tag of made.tags) expect(document.tags).toContainEqual({ name: tag })
    }
  })

  test('schemas require only what they have, and their patterns can be read', () => {
    for (const { at, node } of nodesOf(document.components.schemas)) {
      if (typeof node.pattern === 'string') expect(() => new RegExp(node.pattern as string, 'u')).not.toThrow()
      if (Array.isArray(node.required))
        expect([at, Object.keys(node.properties ?? {})]).toEqual([at, expect.arrayContaining(node.required)])
    }
  })
})

describe('what a reader finds', () => {
  const callAt = (verb: string, path: string): DocumentedCall => document.paths[path]![verb]!

  test('entities are components, once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Scoreboard', 'Leaderboard', 'Game', 'VenueMachine', 'FieldErrors', 'Detail']),
    )
    expect(callAt('get', '/api/scoreboard/{id}/').responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Scoreboard' } } },
    })
    expect(callAt('post', '/api/scoreboard/').requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ScoreboardInput' } } },
    })
  })

  test('a field with a default is always answered, and need not be sent', () => {
    expect(document.components.schemas.ScoreboardInput).toMatchObject({ required: ['title', 'venuemachine_items'] })
    expect(document.components.schemas.Scoreboard).toMatchObject({
      required: expect.arrayContaining(['is_public', 'idle_leaderboard_sec']),
    })
    expect((document.components.schemas.Scoreboard as { required: string[] }).required).not.toContain('viewer_key')
  })

  test('numbers and choices of a query are what they are', () => {
    expect(callAt('get', '/api/scoreboard/').parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'limit',
          schema: { type: 'integer', minimum: 0, maximum: 1000, default: 100 },
        }),
        expect.objectContaining({ name: 'is_public', schema: { type: 'string', enum: ['true', 'false'] } }),
        expect.objectContaining({
          name: 'ordering',
          schema: expect.objectContaining({ enum: expect.arrayContaining(['id', '-id']), default: '-id' }),
        }),
      ]),
    )
  })

  test('an upload is a file of these types', () => {
    expect(callAt('post', '/api/slideshow_image/').requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { image: { type: 'string', format: 'binary' } }, required: ['image'] },
          encoding: { image: { contentType: 'image/png, image/jpeg, image/webp' } },
        },
      },
    })
  })

  test('who may call, and what refuses', () => {
    expect(callAt('post', '/api/scoreboard/').security).toEqual([{ token: [] }, { apitoken: ['boards'] }])
    expect(callAt('post', '/api/entry/').security).toEqual([{ stoken: [] }])
    expect(callAt('get', '/api/scoreboard/{id}/').security).toEqual([{}, { token: [] }, { apitoken: ['read'] }])
    expect(callAt('post', '/api/auth/').responses).toMatchObject({ 429: { $ref: '#/components/responses/TooMany' } })
    expect(document.components.responses.TooMany!.headers).toHaveProperty('Retry-After')
    expect(callAt('delete', '/api/scoreboard/{id}/').responses['204']).not.toHaveProperty('content')
  })
})

test('INS-06 the API has all that the last release promised', () => {
  const released = path.join(serverFolder, 'fixtures/openapi.json')
  // At a release: RECORD_OPENAPI=1 npx jest server/src/edges/openapi
  if (process.env.RECORD_OPENAPI) writeFileSync(released, `${JSON.stringify(document)}\n`)
  const broken = breakingChanges(JSON.parse(readFileSync(released, 'utf8')), document)
  const advice =
    'Keep what programs use beside what is new, for one release at least. If it has to go: say under "Breaking" in CHANGELOG.md what programs do instead, raise the major version, and record the document at that release.'
  expect(broken.length > 0 ? [...broken, advice] : []).toEqual([])
})

test('the document is not sent again to who has it', async () => {
  const { headers } = await call(app, 'GET', '/api/openapi.json')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(
    await call(app, 'GET', '/api/openapi.json', { headers: { 'if-none-match': String(headers.etag) } }),
  ).toMatchObject({ status: 304, text: '' })
  expect((await call(app, 'GET', '/api/openapi.json', { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
})

test('an API on a host of its own is named, and the page may call it', async () => {
  const elsewhere = await buildTestApp(database.db, [openapiRoutes({ apiHost: 'https://api.example.com' })])
  expect((await call(elsewhere, 'GET', '/api/openapi.json')).body).toMatchObject({
    servers: [{ url: 'https://api.example.com' }],
  })
  expect((await elsewhere.inject({ url: '/api/docs/' })).headers['content-security-policy']).toContain(
    "connect-src 'self' https://api.example.com;",
  )
  await elsewhere.close()
})

describe('the page to try calls', () => {
  test.each([
    ['/api/docs/', 'text/html; charset=utf-8'],
    ['/api/docs', 'text/html; charset=utf-8'],
    ['/api/docs/docs.js', 'text/javascript; charset=utf-8'],
    ['/api/docs/docs.css', 'text/css; charset=utf-8'],
    ['/api/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/api/docs/swagger-ui-bundle.js', 'application/javascript; charset=utf-8'],
  ])('%s is served, under a strict policy', async (url, type) => {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';.*frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(body.length).toBeGreaterThan(100)
  })

  test('it has no script of its own in it, and asks nobody else', async () => {
    const page = (await app.inject({ url: '/api/docs/' })).body
    expect(page).not.toMatch(/<script(?![^>]* src="\/api\/docs\/)/)
    expect(page).not.toMatch(/https?:/)
    expect((await app.inject({ url: '/api/docs/docs.js' })).body).toContain('validatorUrl: null')
  })

  test.each(['/api/docs/package.json', '/api/docs/..%2fpackage.json', '/api/docs/index.html'])(
    '%s is not',
    async (url) => {
      expect((await app.inject({ url })).statusCode).toBe(404)
    },
  )
})
