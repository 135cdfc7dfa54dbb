import { ApiError } from '@multiball/shared/client'
import type { TvPairing, TvState } from '@multiball/shared/schema'
import { runTv } from './runTv'
import type { TvEnvironment } from './runTv'
import type { TvLive } from './tvLive'

/** A server of which a test says what it answers, and a clock that it sets. */
class FakeTv implements TvEnvironment {
  time = 0
  kept: string | undefined
  toldLast: TvState | undefined
  waits: number[] = []
  asked: string[] = []
  seen: TvLive[] = []
  private readonly answers: (TvPairing | TvState | Error)[] = []
  private readonly open: ((answer: TvPairing | TvState | Error) => void)[] = []
  private end = () => {}

  start = () => (this.end = runTv(this, (live) => this.seen.push(live)))
  stop = () => this.end()
  now = () => this.time
  random = () => 0
  wait = async (ms: number) => {
    this.waits.push(ms)
    this.time += ms
  }
  askCode = (token: string | undefined) => this.ask<TvPairing>(`code ${token}`)
  askState = (token: string, version: string | undefined) => this.ask<TvState>(`state ${token} ${version}`)
  reportSound = async () => {}
  memory = {
    read: () => this.kept,
    write: (token: string) => void (this.kept = token),
    clear: () => void (this.kept = this.toldLast = undefined),
    recall: () => this.toldLast,
    keep: (state: TvState) => void (this.toldLast = state),
  }

  get live(): TvLive {
    return this.seen.at(-1)!
  }

  /** What is asked now, or next, is answered; afterwards so much time has passed. */
  async answer(answer: TvPairing | TvState | Error, afterMs = 5_000) {
    this.time += afterMs
    const waiting = this.open.shift()
    if (waiting) waiting(answer)
    else this.answers.push(answer)
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }

  private ask<Answer extends TvPairing | TvState>(question: string): Promise<Answer> {
    this.asked.push(question)
    return new Promise<Answer>((resolve, reject) => {
      const take = (answer: TvPairing | TvState | Error) =>
        answer instanceof Error ? reject(answer) : resolve(answer as Answer)
      const ready = this.answers.shift()
      if (ready) take(ready)
      else this.open.push(take)
    })
  }
}

const pairing = (code: string): TvPairing => ({
  code,
  token: 'secret',
  expires_in: 600,
  pair_url: `https://multiball.example/displays?code=${code}`,
})
const waits: TvState = { type: 'unpaired', version: 'w' }
const paired = (version: string, fields: object = {}): TvState => ({
  type: 'paired',
  version,
  name: 'Bar',
  board: { type: 'scoreboard', id: 1 },
  reloads: 0,
  identifies: 0,
  ...fields,
})

let tv: FakeTv
beforeEach(() => (tv = new FakeTv()))
afterEach(() => tv.stop())

test('a new TV gets a code, keeps its token, and hears of its owner', async () => {
  tv.start()
  await tv.answer(pairing('AAAAAA'))
  expect(tv.kept).toBe('secret')
  expect(tv.live.steering).toMatchObject({ type: 'unpaired', code: { code: 'AAAAAA' } })
  await tv.answer(waits)
  await tv.answer(paired('1'))
  expect(tv.live.steering).toMatchObject({ type: 'paired', state: { board: { id: 1 } } })
  expect(tv.asked).toEqual(['code undefined', 'state secret undefined', 'state secret w', 'state secret 1'])
})

test('a TV that was opened again is asked nothing: its token says who it is', async () => {
  tv.kept = 'old'
  tv.start()
  await tv.answer(paired('1'))
  expect(tv.asked).toEqual(['state old undefined', 'state old 1'])
  expect(tv.live.steering.type).toBe('paired')
})

test('a TV that was opened again before somebody typed its code shows another one, with the same token', async () => {
  tv.kept = 'old'
  tv.start()
  await tv.answer(waits)
  await tv.answer({ ...pairing('BBBBBB'), token: 'old' })
  expect(tv.asked).toEqual(['state old undefined', 'code old', 'state old w'])
  expect(tv.live.steering).toMatchObject({ code: { code: 'BBBBBB' } })
})

test('a code is renewed before it ends', async () => {
  tv.start()
  await tv.answer(pairing('AAAAAA'))
  await tv.answer(waits, 530_000)
  await tv.answer(waits, 9_999)
  expect(tv.asked.filter((question) => question.startsWith('code'))).toHaveLength(1)
  await tv.answer(waits, 20_000)
  expect(tv.asked.at(-1)).toBe('code secret')
  await tv.answer(pairing('BBBBBB'))
  expect(tv.live.steering).toMatchObject({ code: { code: 'BBBBBB' } })
})

test('a code that is typed while it is renewed leads to the owner', async () => {
  tv.start()
  await tv.answer(pairing('AAAAAA'))
  await tv.answer(waits, 560_000)
  expect(tv.asked.at(-1)).toBe('code secret')
  await tv.answer(new ApiError({ status: 409 }))
  await tv.answer(paired('1'))
  expect(tv.asked.at(-1)).toBe('state secret 1')
  expect(tv.live.steering.type).toBe('paired')
})

test('a TV that was let go forgets its token and shows a code', async () => {
  tv.kept = 'old'
  tv.start()
  await tv.answer(paired('1'))
  await tv.answer(new ApiError({ status: 401 }))
  expect(tv.kept).toBeUndefined()
  await tv.answer(pairing('AAAAAA'))
  expect(tv.asked.slice(2)).toEqual(['code undefined', 'state secret undefined'])
})

test('while the server is away its board stays, and it is asked again', async () => {
  tv.kept = 'old'
  tv.start()
  await tv.answer(paired('1'))
  await tv.answer(new ApiError({ status: 0 }))
  expect(tv.live).toMatchObject({ isReachable: false, steering: { type: 'paired' } })
  await tv.answer(new ApiError({ status: 503, retryAfterSeconds: 5 }))
  expect(tv.waits).toEqual([2_000, 5_000])
  // After a while nobody knows what was missed: the whole state is asked for.
  expect(tv.asked.at(-1)).toBe('state old undefined')
  await tv.answer(paired('2', { name: 'Bar right' }))
  expect(tv.live).toMatchObject({ isReachable: true, steering: { state: { name: 'Bar right' } } })
  expect(tv.kept).toBe('old')
})

test('answers that are not held do not make it ask without end', async () => {
  tv.kept = 'old'
  tv.start()
  await tv.answer(paired('1'), 0)
  expect(tv.waits).toEqual([])
  await tv.answer(paired('1'), 0)
  expect(tv.waits).toEqual([1_000])
  await tv.answer(paired('1'), 20_000)
  expect(tv.waits).toEqual([1_000])
})

test('nothing is told after its end', async () => {
  tv.start()
  tv.stop()
  await tv.answer(pairing('AAAAAA'))
  expect(tv.seen).toEqual([])
})

test('a server that is away leaves a TV that was opened again with what it showed', async () => {
  tv.kept = 'old'
  tv.toldLast = paired('7', { reloads: 3 })
  tv.start()
  await tv.answer(new ApiError({ status: 0 }))
  expect(tv.live).toMatchObject({ isReachable: false, steering: { type: 'paired', state: { board: { id: 1 } } } })
  // The whole state is asked for: what was kept is not what is.
  expect(tv.asked.at(-1)).toBe('state old undefined')
  // What its owner asked for meanwhile is done with this page.
  await tv.answer(paired('9', { reloads: 4, board: { type: 'scoreboard', id: 2 } }))
  expect(tv.live).toMatchObject({ isReachable: true, reloads: 0, steering: { state: { board: { id: 2 } } } })
  expect(tv.toldLast).toMatchObject({ version: '9' })
})

test('a server that says nothing is waited for a little, then what was shown stands in', async () => {
  tv.kept = 'old'
  tv.toldLast = paired('7')
  tv.start()
  expect(tv.seen).toEqual([])
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  expect(tv.waits).toEqual([3_000])
  expect(tv.live).toMatchObject({ isReachable: false, steering: { type: 'paired' } })
})

test('a TV that is nobody’s any more shows nothing of before', async () => {
  tv.kept = 'old'
  tv.toldLast = paired('7')
  tv.start()
  await tv.answer(new ApiError({ status: 401 }))
  expect([tv.kept, tv.toldLast]).toEqual([undefined, undefined])
  expect(tv.live.steering.type).toBe('unpaired')
})

test('a TV that still has a code to be typed is not taken for a paired one', async () => {
  tv.kept = 'old'
  tv.toldLast = waits
  tv.start()
  await tv.answer(new ApiError({ status: 0 }))
  expect(tv.live.steering.type).toBe('unknown')
})
