import type { FastifyInstance } from 'fastify'
import { buildTestApp, call, useTestDatabase } from '../../testing'

const database = useTestDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await buildTestApp(database.db, [async (area) => void area.post('/api/echo/', async ({ body }) => ({ body }))])
})
afterAll(() => app.close())

const send = (body: string) =>
  call(app, 'POST', '/api/echo/', { body, headers: { 'content-type': 'application/json' } })

test.each([
  ['a million lists', '['.repeat(1_000_000), 400],
  ['objects without an end', '{"a":'.repeat(65), 400],
  ['more lists than any call has', `${'['.repeat(65)}${']'.repeat(65)}`, 400],
  [
    'fifty thousand fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, 1]))),
    400,
  ],
  ['as many fields in many objects', JSON.stringify(Array.from({ length: 20_001 }, (_, at) => ({ at }))), 400],
  ['colons in a text', JSON.stringify({ text: '::'.repeat(10_000) }), 200],
  ['as many as are read', `${'['.repeat(64)}${']'.repeat(64)}`, 200],
  ['brackets in a text', JSON.stringify({ text: '[{"'.repeat(1_000) }), 200],
  ['lists beside each other', JSON.stringify(Array.from({ length: 1_000 }, () => [])), 200],
])('RUN-05 %s', async (_title, body, status) => {
  const answer = await send(body)
  expect(answer.status).toBe(status)
  if (status === 200) expect(answer.body).toEqual({ body: JSON.parse(body) as unknown })
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('RUN-05 of a form a thousand fields are read', async () => {
  const body = Array.from({ length: 50_000 }, (_, at) => `f${at}=1`).join('&')
  const answer = await call(app, 'POST', '/api/echo/', {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(Object.keys((answer.body as { body: object }).body)).toHaveLength(1_000)
})
