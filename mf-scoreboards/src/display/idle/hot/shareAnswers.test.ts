import { shareAnswers } from './hotGameCalls'

function start() {
  const requests: { key: number; signal: AbortSignal; answer: (text: string) => void; fail: () => void }[] = []
  let nowMs = 0
  const ask = shareAnswers(
    (key: number, signal) =>
      new Promise<string>((answer, reject) =>
        requests.push({ key, signal, answer, fail: () => reject(new Error('no network')) }),
      ),
    { now: () => nowMs },
    1_000,
  )
  return { requests, ask, pass: (ms: number) => (nowMs += ms) }
}

const nobody = () => new AbortController().signal

test('VSB-09 twenty cells that ask for the same game ask once; another game is another question', async () => {
  const { requests, ask } = start()
  const answers = Array.from({ length: 20 }, () => ask(7, nobody()))
  void ask(8, nobody())
  expect(requests.map(({ key }) => key)).toEqual([7, 8])
  requests[0]!.answer('a game')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['a game']))
})

test('VSB-09 an answer is good for a moment, then it is asked for again', async () => {
  const { requests, ask, pass } = start()
  const first = ask(7, nobody())
  requests[0]!.answer('old')
  await first
  pass(999)
  expect(await ask(7, nobody())).toBe('old')
  pass(1)
  void ask(7, nobody())
  expect(requests).toHaveLength(2)
})

test('VSB-09 what failed fails for all who asked, and is asked again at once', async () => {
  const { requests, ask } = start()
  const both = [ask(7, nobody()), ask(7, nobody())]
  requests[0]!.fail()
  for (const one of both) await expect(one).rejects.toThrow('no network')
  void ask(7, nobody())
  expect(requests).toHaveLength(2)
})

test('VSB-09 a request is aborted when the last of those who wait for it has gone', () => {
  const { requests, ask } = start()
  const [one, other] = [new AbortController(), new AbortController()]
  void ask(7, one.signal)
  void ask(7, other.signal)
  one.abort()
  expect(requests[0]!.signal.aborted).toBe(false)
  other.abort()
  expect(requests[0]!.signal.aborted).toBe(true)
})

test('VSB-09 an answer of before the screen’s clock was put back is asked for again', async () => {
  const { requests, ask, pass } = start()
  pass(3_600_000)
  const first = ask(7, nobody())
  requests[0]!.answer('old')
  await first
  pass(-1_800_000)
  void ask(7, nobody())
  expect(requests).toHaveLength(2)
})
