import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SignOn } from './signOn'

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-sign-on-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const key = 'k'.repeat(43)
const pairing = { code: 'AC4D7K', key, expires_in: 600 }
const venue = { id: 1, name: 'Flipper Bar' }
const machine = (id: string, accepted: boolean) => ({
  id,
  token: `token-${id}`,
  venuemachine: accepted ? { id: 7, name: 'High Speed' } : null,
})

/** A bridge over a server that gives these answers, one after the other; it runs until they are over. */
function setup(file = path.join(folder, `${(files += 1)}.json`)) {
  const lines: string[] = []
  const asked: string[] = []
  let now = 1_000_000
  const run = async (...answers: [number, unknown][]) => {
    const stopping = new AbortController()
    const signOn = new SignOn({
      server: 'http://boards.example/',
      file,
      name: 'Vector boards (bar-pi)',
      log: (line) => lines.push(line),
      now: () => now,
      request: (async (url: URL, { method, headers }: { method: string; headers: Record<string, string> }) => {
        asked.push(`${method} ${url.pathname} ${headers.authorization ?? '-'}`)
        const [status, body] = answers.shift()!
        return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
      }) as unknown as typeof fetch,
      pause: async () => void (answers.length === 0 && stopping.abort()),
    })
    await signOn.run(
      () => [{ id: 'aa', name: 'Taxi', address: '192.168.1.20' }],
      () => {},
      stopping.signal,
    )
    return signOn
  }
  return { run, lines, asked, file, pass: (ms: number) => void (now += ms) }
}

test('MAC-24 a bridge prints its code, waits until it is typed, and keeps the key for its user alone', async () => {
  const { run, lines, asked, file } = setup()
  const signOn = await run(
    [201, pairing],
    [200, { venue: null, machines: [] }],
    [200, { venue, machines: [machine('aa', false)] }],
    [200, { venue, machines: [machine('aa', true), machine('bb', false)] }],
  )
  expect(lines).toEqual([
    'Code: AC4D7K. Type it in the dashboard at http://boards.example/venues: More beside the venue, then Bridges.',
    'Signed on for Flipper Bar.',
  ])
  expect(asked[0]).toBe('POST /api/bridge/code/ -')
  expect(new Set(asked.slice(1))).toEqual(new Set([`PUT /api/bridge/ Bridge ${key}`]))
  expect([signOn.key, [...signOn.accepted]]).toEqual([key, [['aa', 'token-aa']]])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('MAC-33 what was accepted is known after a restart, though the server is away', async () => {
  const { run, file, lines } = setup()
  await run([201, pairing], [200, { venue, machines: [machine('aa', true)] }])
  const again = setup(file)
  const signOn = await again.run([503, 'No database'])
  expect([...signOn.accepted.keys()]).toEqual(['aa'])
  expect(again.lines).toEqual(['The server answered 503: No database'])
  expect(lines.join()).not.toContain(key)
})

test('MAC-24 a code that was not typed in time is followed by another one for the same key', async () => {
  const { run, asked, pass } = setup()
  await run([201, pairing])
  pass(600_000)
  await run([200, { venue: null, machines: [] }], [201, { ...pairing, code: 'XXXXXX' }])
  expect(asked.slice(1)).toEqual([`PUT /api/bridge/ Bridge ${key}`, `POST /api/bridge/code/ Bridge ${key}`])
})

test('MAC-27 a bridge that was removed says so, forgets its key, and shows a code again', async () => {
  const { run, lines, asked, file } = setup()
  await run([201, pairing], [200, { venue, machines: [machine('aa', true)] }])
  const signOn = await run([401, { detail: 'No venue knows this key.' }], [201, { ...pairing, key: 'n'.repeat(43) }])
  expect(lines.slice(2)).toEqual(['The venue does not know this bridge any more.', lines[0]])
  expect(asked.at(-1)).toBe('POST /api/bridge/code/ -')
  expect(signOn.accepted.size).toBe(0)
  expect(readFileSync(file, 'utf8')).not.toContain(key)
})

test.each([
  [
    'a page',
    [200, '<html>Log in to the network</html>'],
    'The server answered 200: <html>Log in to the network</html>',
  ],
  ['something else', [200, { hello: 1 }], 'The server answered 200: {"hello":1}'],
] as const)('MAC-24 %s in place of an answer is said once, and asked again', async (_, answer, line) => {
  const { run, lines } = setup()
  await run([...answer], [...answer], [201, pairing])
  expect(lines.filter((one) => one === line)).toHaveLength(1)
  expect(lines.at(-1)).toMatch(/^Code: /)
})
