import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Outbox } from './outbox'
import { Sender } from './sender'

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-bridge-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

/** A sender over a server that answers as it is told, and a clock that only counts how long it was asked to wait. */
function setup(answers: (number | Error | Response)[], isPlayed: boolean | undefined) {
  const outbox = new Outbox(path.join(folder, `${(files += 1)}.json`))
  const asked: string[] = []
  const waits: number[] = []
  const lines: string[] = []
  let rest = () => {}
  const rested = new Promise<void>((resolve) => (rest = resolve))
  const sender = new Sender(outbox, {
    server: 'http://boards.example',
    deviceKey: 'secret',
    isPlayed: () => isPlayed,
    log: (line) => lines.push(line),
    request: (async (url: URL, { body }: RequestInit) => {
      asked.push(`${url.pathname}${url.search} ${String(body)}`)
      const answer = answers.shift() ?? 200
      if (answer instanceof Error) throw answer
      if (answer instanceof Response) return answer
      return new Response(answer === 400 ? '{"current_p1_score":["Too large."]}' : '{}', { status: answer })
    }) as typeof fetch,
    pause: async (ms, signal) => {
      waits.push(ms)
      // Nothing to do but signs of life: the test looks now.
      if (ms !== 10_000) return
      rest()
      await new Promise<void>((resolve) =>
        signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
      )
    },
  })
  return { outbox, sender, asked, waits, lines, rested }
}

const final = {
  type: 'entry',
  body: { session_uuid: 'a', session_sequence: 1, session_time: 0, active: false, game_modes: '' },
} as const

test('a score that cannot be sent waits longer each time, and is sent at last; each trouble is said once', async () => {
  const away = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
  const { outbox, sender, asked, waits, lines, rested } = setup([away, away, 503, 500, 401, away, 200], false)
  outbox.put(final)
  sender.start()
  await rested
  await sender.stop()
  expect(asked.filter((one) => one.startsWith('/api/entry/'))).toHaveLength(7)
  expect(waits.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
  expect(outbox.isEmpty).toBe(true)
  expect(lines.filter((line) => line.includes('ECONNREFUSED'))).toHaveLength(2)
  expect(lines.at(-1)).toBe('The server takes scores again.')
  expect(lines.join()).not.toContain('secret')
})

test('what the server will never take is left out, and what follows is sent', async () => {
  const { outbox, sender, asked, lines, rested } = setup([400, 200], false)
  outbox.put(final)
  outbox.put({ type: 'interrupted' })
  sender.start()
  await rested
  await sender.stop()
  expect(asked.slice(0, 2).map((one) => one.split(' ')[0])).toEqual(['/api/entry/', '/api/installed/'])
  expect(lines).toEqual([
    'The server refused a state of the game (400: {"current_p1_score":["Too large."]}); it is left out.',
  ])
  expect(outbox.isEmpty).toBe(true)
})

test.each([400, 200, 401, 413])(
  'a page with %i, as of a proxy that was spoken to without encryption, costs no score',
  async (status) => {
    const page = '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>'
    const { outbox, sender, asked, lines, rested } = setup([new Response(page, { status }), 200], false)
    outbox.put(final)
    sender.start()
    await rested
    await sender.stop()
    expect(asked.filter((one) => one.startsWith('/api/entry/'))).toHaveLength(2)
    expect(lines).toEqual([
      `Not Multiball answered, but something in its way (${status}: ${page}). Scores are kept and will be sent when it can be reached.`,
      'The server takes scores again.',
    ])
  },
)

test('a server that has moved is not called one that does not know the key', async () => {
  // Where a browser would be sent; fetch would follow without the key.
  const here = createServer((request, response) =>
    response.writeHead(request.headers.authorization === undefined ? 401 : 200).end(),
  )
  const before = createServer((_request, response) =>
    response.writeHead(308, { location: `${addressOf(here)}/api/entry/` }).end(),
  )
  const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await Promise.all([here, before].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')))
  const lines: string[] = []
  const outbox = new Outbox(path.join(folder, `${(files += 1)}.json`))
  outbox.put(final)
  const pause = async (_ms: number, signal: AbortSignal) => void (signal.aborted || (await once(signal, 'abort')))
  const target = addressOf(here)
  const sender = new Sender(outbox, {
    server: addressOf(before),
    deviceKey: 'secret',
    isPlayed: () => undefined,
    log: (line) => lines.push(line),
    pause,
  })
  try {
    sender.start()
    while (lines.length === 0) await turn()
    await sender.stop()
  } finally {
    for (const server of [here, before]) server.close()
  }
  expect(lines).toEqual([`The server has moved to ${target}. Start the bridge with that address; scores wait.`])
  expect(outbox.isEmpty).toBe(false)
})

test('a bridge that is stopped breaks off its request, and keeps what was in it', async () => {
  const outbox = new Outbox(path.join(folder, `${(files += 1)}.json`))
  outbox.put(final)
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const request = ((_url: URL, { signal }: RequestInit) => {
    isAsked()
    return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))
  }) as typeof fetch
  const lines: string[] = []
  const sender = new Sender(outbox, {
    server: 'http://boards.example',
    deviceKey: 'secret',
    isPlayed: () => undefined,
    log: (line) => lines.push(line),
    request,
    pause: async () => {},
  })
  sender.start()
  await asked
  await sender.stop()
  expect(lines).toEqual([])
  expect(outbox.isEmpty).toBe(false)
})

const session = { uuid: 'a', startedAt: 0, sequence: 1 }

test.each<[string, typeof session | undefined, boolean | undefined, string[]]>([
  ['none is played', undefined, false, ['?session_active=false', '?session_active=false']],
  ['one is played', session, true, ['?session_active=true', '?session_active=true']],
  // The server may know a game that the queue does not: a sign of life would keep it on the wall.
  [
    'MPF has not said so: one try of the key says nothing about games, then only silence ends one',
    undefined,
    undefined,
    [''],
  ],
  ['one was played when MPF went: only silence ends it', session, undefined, []],
])('MAC-03 signs of life say whether a game is played: %s', async (_what, running, isPlayed, said) => {
  const { outbox, sender, asked, rested } = setup([], isPlayed)
  outbox.session = running
  sender.start()
  await rested
  sender.nudge()
  for (let turns = 0; turns < 20; turns += 1) await turn()
  await sender.stop()
  expect(asked).toEqual(said.map((query) => `/api/heartbeat/${query} {}`))
})
