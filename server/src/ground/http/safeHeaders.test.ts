import { buildTestApp, useTestDatabase } from '../../testing'

const database = useTestDatabase()

const headersOf = async (publicUrl: string, headers: Record<string, string>) => {
  const app = await buildTestApp(database.db, [], { config: { publicUrl, proxies: 1, logLevel: 'silent' } })
  const answer = await app.inject({ url: '/healthz', headers: { host: 'boards.example.com', ...headers } })
  await app.close()
  return answer.headers
}

test('ACC-01 who came by https is told to keep to it, nobody else', async () => {
  const secure = 'https://boards.example.com'
  expect(await headersOf(secure, { 'x-forwarded-proto': 'https' })).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
  expect(await headersOf(secure, {})).not.toHaveProperty('strict-transport-security')
  expect(await headersOf('http://boards.example.com', { 'x-forwarded-proto': 'https' })).not.toHaveProperty('strict-transport-security')
})

test('no answer is taken for what it does not say that it is', async () => {
  expect(await headersOf('http://localhost:3000', {})).toMatchObject({ 'x-content-type-options': 'nosniff' })
})
