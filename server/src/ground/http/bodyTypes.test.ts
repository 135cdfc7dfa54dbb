import { gzipSync } from 'node:zlib'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import * as v from 'valibot'
import { installErrors } from './errors'
import { acceptJson } from './jsonBodies'
import { describes } from './operation'
import { parse } from './parse'
import { acceptUploads } from './uploads'

const app = Fastify()
const Body = v.object({ session_uuid: v.string() })
beforeAll(async () => {
  installErrors(app)
  acceptJson(app)
  await app.register(formbody)
  app.post('/entry', async (request) => parse(Body, request.body))
  app.get('/entries', async (request) => parse(Body, request.query))
  app.post('/sign-of-life', async () => ({}))
  await app.register(async (scope) => {
    await acceptUploads(scope)
    const upload = describes({
      summary: 'Upload',
      actor: 'user',
      upload: { file: 'picture', types: ['image/png'] },
      answers: { 200: Body },
    })
    scope.post('/picture', upload, async (request) => request.parts().next())
  })
  await app.ready()
})
afterAll(() => app.close())

const json = '{"session_uuid":"a"}'
const form = 'application/x-www-form-urlencoded'
const looksLikeJson = { non_field_errors: ['This looks like JSON. Send it with Content-Type: application/json.'] }
const taken = { detail: `This type of content is not accepted. Send application/json or ${form}.` }
const compressed = { detail: 'Compressed bodies are not accepted. Send the body as it is, without Content-Encoding.' }
const missing = { session_uuid: ['This field is required'] }
const gzip = { 'content-encoding': 'gzip' }

test.each<[string, string, Record<string, string>, string | Buffer, number, object]>([
  ['JSON under the type that curl sends', '/entry', { 'content-type': form }, json, 400, looksLikeJson],
  [
    'JSON in lines, with what parts a form in it',
    '/entry',
    { 'content-type': `${form}; charset=utf-8` },
    ' {\n"a":"b=c&d"}',
    400,
    looksLikeJson,
  ],
  ['a form without the field', '/entry', { 'content-type': form }, 'a=%7B', 400, missing],
  ['JSON without the field', '/entry', { 'content-type': 'application/json' }, '{}', 400, missing],
  ['plain text', '/entry', { 'content-type': 'text/plain;charset=UTF-8' }, json, 415, taken],
  ['another type', '/entry', { 'content-type': 'text/xml' }, '<a/>', 415, taken],
  ['compressed JSON', '/entry', { 'content-type': 'application/json', ...gzip }, gzipSync(json), 415, compressed],
  ['a compressed form', '/entry', { 'content-type': form, ...gzip }, gzipSync('session_uuid=a'), 415, compressed],
  [
    'an encoding that changes nothing',
    '/entry',
    { 'content-type': 'application/json', 'content-encoding': 'identity' },
    json,
    200,
    { session_uuid: 'a' },
  ],
  [
    'JSON where a file is expected',
    '/picture',
    { 'content-type': 'application/json' },
    '{}',
    415,
    { detail: 'This type of content is not accepted. Send multipart/form-data.' },
  ],
])('API-10 %s', async (_title, url, headers, payload, status, body) => {
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
})

test('API-10 what a call without a body says of one changes nothing about its refusal', async () => {
  const answer = await app.inject({ url: '/entries', headers: { 'content-type': 'text/plain', ...gzip } })
  expect([answer.statusCode, answer.json()]).toEqual([400, missing])
})

test('API-10 an address that cannot be read is refused as one, whatever comes with it', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/%zz',
    headers: { 'content-type': 'text/plain' },
    payload: json,
  })
  expect(answer.statusCode).toBe(400)
})

test.each([{ 'content-type': 'text/plain' }, { 'content-type': form }])(
  'MAC-01 what nobody reads may be sent as %j',
  async (headers) => {
    expect((await app.inject({ method: 'POST', url: '/sign-of-life', headers, payload: json })).statusCode).toBe(200)
  },
)
