import { randomBytes } from 'node:crypto'
import { VisitTokens } from './visitTokens'

const key = randomBytes(32)
let now = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 86_400_000
const tokens = (readKey = () => Promise.resolve(key)) => new VisitTokens({ readKey, now: () => now })

test('a token that this database’s servers gave out names one visit, for a day', async () => {
  const [one, other] = [(await tokens().issue())!, (await tokens().issue())!]
  const visit = await tokens().read(one)
  expect(visit).toMatch(/^[\w-]{16}$/)
  expect(await tokens().read(one)).toBe(visit)
  expect(await tokens().read(other)).not.toBe(visit)
  now += dayMs
  expect(await tokens().read(one)).toBeUndefined()
})

test.each<[string, (token: string) => string]>([
  ['nothing', () => ''],
  ['another name', (token) => `A${token}`],
  ['another time', (token) => token.replace(/\.(.)/, '.z$1')],
  ['no signature', (token) => token.split('.').slice(0, 2).join('.')],
  ['more behind it', (token) => `${token}A`],
])('%s is no token', async (_what, forge) => {
  expect(await tokens().read(forge((await tokens().issue())!))).toBeUndefined()
})

test('a token that another key signed is none', async () => {
  const foreign = await tokens(() => Promise.resolve(randomBytes(32))).issue()
  expect(await tokens().read(foreign!)).toBeUndefined()
})

test('while the key cannot be had pages have no token, and the next one asks again', async () => {
  const readKey = jest.fn(() => Promise.resolve(key))
  readKey.mockRejectedValueOnce(new Error('away'))
  const some = tokens(readKey)
  expect(await some.issue()).toBeUndefined()
  expect(await some.read((await some.issue())!)).toMatch(/^[\w-]{16}$/)
  await some.issue()
  expect(readKey).toHaveBeenCalledTimes(2)
})
