import { buildTestApp, useTestDatabase } from '../../testing'

const database = useTestDatabase()

const headersOf = async (publicUrl: string, headers: Record<string, string>) => {
  const app = await buildTestApp(database.db, [], { config: { publicUrl, proxies: 1, logLevel: 'silent' } })
  const answer = await app.inject({ url: '/healthz', headers: { host: 'boards.example.com', ...headers } })
  await app.close()
  return answer.headers
}

test('ACC-01 who comes to an https address is told to keep to it, whether the proxy says how they came or not', async () => {
  const told = async (publicUrl: string, headers: Record<string, string>) =>
    (await headersOf(publicUrl, headers))['strict-transport-security']
  const secure = 'https://boards.example.com'
  for (const headers of [{ 'x-forwarded-proto': 'https' }, {}] as Record<string, string>[])
    expect(await told(secure, headers)).toBe('max-age=31536000')
  expect(await told(secure, { 'x-forwarded-proto': 'http' })).toBeUndefined()
  expect(await told(secure, { host: 'localhost:3000' })).toBeUndefined()
  expect(await told('http://boards.example.com', { 'x-forwarded-proto': 'https' })).toBeUndefined()
})

test('no answer is taken for what it does not say that it is', async () => {
  expect(await headersOf('http://localhost:3000', {})).toMatchObject({ 'x-content-type-options': 'nosniff' })
})
