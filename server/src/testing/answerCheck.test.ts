import { listOf } from '@multiball/shared/schema'
import Fastify from 'fastify'
import * as v from 'valibot'
import { collectOperations, describes } from '../ground/http/operation'
import { buildDocument } from '../edges/openapi/document'
import { AnswerCheck } from './answerCheck'

const Ball = v.object({
  id: v.number(),
  color: v.optional(v.string()),
  made_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
})

const app = Fastify()
collectOperations(app)
app.get(
  '/api/ball/:id/',
  describes({ summary: 'One ball', actor: 'anyone', answers: { 200: listOf(Ball), 304: null } }),
  async () => ({}),
)
app.get(
  '/api/ball.csv',
  describes({ summary: 'Balls', actor: 'anyone', contentType: 'text/csv', answers: { 200: v.string() } }),
  async () => '',
)
app.delete(
  '/api/ball/:id/',
  describes({ summary: 'Delete a ball', actor: 'user', answers: { 204: null } }),
  async () => undefined,
)

let check: AnswerCheck
beforeAll(async () => {
  await app.ready()
  check = new AnswerCheck(buildDocument(app.describedRoutes, { version: '1.0.0', serverUrl: '/' }))
})
afterAll(() => app.close())

const typed = (type: string) => ({ 'content-type': type })
const json = typed('application/json; charset=utf-8')
const ball = { id: 1, made_at: null }
const page = (...results: object[]) => JSON.stringify({ count: 1, next: null, previous: null, results })
const answer = { method: 'GET', route: '/api/ball/:id/', status: 200, headers: json, text: page(ball) }

test.each([
  ['as it is described', answer],
  ['with an optional field', { ...answer, text: page({ ...ball, color: 'red', made_at: '2026-01-02T03:04:05.678Z' }) }],
  ['304', { ...answer, status: 304, headers: {}, text: '' }],
  ['404', { ...answer, status: 404, text: '{"detail":"Item not found."}' }],
  ['503', { ...answer, status: 503, headers: { ...json, 'retry-after': '5' }, text: '{"detail":"x"}' }],
  ['of HEAD', { ...answer, method: 'HEAD', text: '' }],
  ['a stream', { ...answer, text: undefined }],
  ['CSV', { ...answer, route: '/api/ball.csv', headers: typed('text/csv; charset=utf-8'), text: 'id\n1\n' }],
  ['nothing', { ...answer, method: 'DELETE', status: 204, headers: {}, text: '' }],
  [
    '400 of a call with a body',
    { ...answer, method: 'DELETE', status: 400, text: '{"title":["Title must not be blank"]}' },
  ],
  ['a call that nobody described', { ...answer, route: '/api/other/', text: '{}' }],
])('an answer that is right: %s', (_title, right) => {
  expect(check.violations(right)).toEqual([])
})

test.each([
  [
    'an undocumented field',
    { ...answer, text: page({ ...ball, email: 'a@example.com' }) },
    /additional properties.*email/,
  ],
  [
    'an undocumented field of the page',
    { ...answer, text: `{"more":1,${page(ball).slice(1)}` },
    /additional properties.*more/,
  ],
  ['a missing field', { ...answer, text: page({ id: 1 }) }, /made_at/],
  ['another type', { ...answer, text: page({ ...ball, id: '1' }) }, /results\/0\/id must be number/],
  ['a time without a zone', { ...answer, text: page({ ...ball, made_at: '2026-01-02' }) }, /date-time/],
  ['another status', { ...answer, status: 201 }, /201 is not among/],
  [
    'a 503 that does not say when to come back',
    { ...answer, status: 503, text: '{"detail":"x"}' },
    /has no Retry-After/,
  ],
  ['another content type', { ...answer, headers: typed('text/html') }, /text\/html instead of application\/json/],
  ['a body where there is none', { ...answer, method: 'DELETE', status: 204 }, /none is documented/],
  ['a refusal with a stack', { ...answer, status: 404, text: '{"detail":"x","stack":"y"}' }, /stack/],
  ['messages that are no lists', { ...answer, method: 'DELETE', status: 400, text: '{"title":"x"}' }, /must be array/],
])('an answer that is wrong: %s', (_title, wrong, message) => {
  expect(check.violations(wrong).join()).toMatch(message)
})
