import type { FastifyInstance } from 'fastify'
import { buildTestApp, call, useTestDatabase } from '../../testing'

const database = useTestDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await buildTestApp(database.db, [async (area) => void area.post('/api/echo/', async ({ body }) => ({ body }))])
})
afterAll(() => app.close())

const send = (body: string) => call(app, 'POST', '/api/echo/', { body, headers: { 'content-type': 'application/json' } })

test.each([
  ['a million lists', '['.repeat(1_000_000), 400],
  ['objects without an end', '{"a":'.repeat(65), 400],
  ['more lists than any call has', `${'['.repeat(65)}${']'.repeat(65)}`, 400],
  ['as many as are read', `${'['.repeat(64)}${']'.repeat(64)}`, 200],
  ['brackets in a text', JSON.stringify({ text: '[{"'.repeat(1_000) }), 200],
  ['lists beside each other', JSON.stringify(Array.from({ length: 1_000 }, () => [])), 200],
])('RUN-05 %s', async (_title, body, status) => {
  const answer = await send(body)
  expect(answer.status).toBe(status)
  if (status === 200) expect(answer.body).toEqual({ body: JSON.parse(body) as unknown })
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})
