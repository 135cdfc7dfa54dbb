import { ApiError } from '@multiball/shared/client'
import type { Slideshow } from '@multiball/shared/schema'
import { FakeServer, makeSlideshow } from '@multiball/shared/testing'
import { act, renderHook } from '@testing-library/react'
import { useSlideshow, watchSlideshow, type SlideshowEnvironment, type SlideshowState } from './slideshow'

const away = new ApiError({ status: 0 })
const missing = new ApiError({ status: 404, detail: 'Not found.' })
const shown = makeSlideshow({ title: 'Round and round' })
const [first, second] = shown.items

/** A clock, a document and a server that do nothing by themselves. */
function world(key?: string, initial: Slideshow | ApiError | 'hang' = shown, memory?: SlideshowEnvironment['memory']) {
  let now = 0
  let timer: { at: number; run: () => void } | undefined
  let wake = () => {}
  const asked: { at: number; key?: string }[] = []
  const states: SlideshowState[] = []
  const answers: { next: Slideshow | ApiError | 'hang' } = { next: initial }
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const environment: SlideshowEnvironment = {
    setTimeout: (run, ms) => (timer = { at: now + ms, run }),
    clearTimeout: (handle) => void (timer = timer === handle ? undefined : timer),
    random: () => 0,
    onWake: (listener) => {
      wake = listener
      return () => (wake = () => {})
    },
    getSlideshow: async (_id, options) => {
      asked.push({ at: now, key: options?.key })
      if (answers.next instanceof ApiError) throw answers.next
      if (answers.next === 'hang') return new Promise(() => {})
      return answers.next
    },
    memory,
  }
  const watch = watchSlideshow({ type: 'slideshow', id: 41, key }, (state) => states.push(state), environment)
  const pass = async (ms: number) => {
    const until = now + ms
    await settle()
    while (timer && timer.at <= until) {
      const { at, run } = timer
      timer = undefined
      now = at
      run()
      await settle()
    }
    now = until
  }
  return {
    watch,
    asked,
    answers,
    pass,
    isWaiting: () => timer !== undefined,
    wake: async () => (wake(), settle()),
    last: () => states.at(-1),
  }
}

test('VSS-02 reads the slideshow, asks again within five seconds, and tells of a change without showing it', async () => {
  const { asked, answers, pass, last } = world()
  await pass(8_000)
  expect(asked).toEqual([{ at: 0 }, { at: 4_500 }])
  expect(last()).toEqual({ slideshow: shown, isChanged: false })
  answers.next = makeSlideshow({ ...shown, title: 'Other' })
  await pass(1000)
  expect(last()).toEqual({ slideshow: shown, isChanged: true })
  // The owner takes it back.
  answers.next = shown
  await pass(4_500)
  expect(last()).toEqual({ slideshow: shown, isChanged: false })
})

test.each<[string, Partial<Slideshow>, boolean]>([
  ['the order', { items: [second!, first!] }, true],
  ['a duration', { items: [{ ...first!, duration: 120 }, second!] }, true],
  ['a screen less', { items: [first!] }, true],
  ['another board', { items: [first!, { ...second!, item_id: 99 }] }, true],
  ['the title', { title: 'Other' }, true],
  [
    'places counted again',
    {
      items: [
        { ...first!, order: 7 },
        { ...second!, order: 8 },
      ],
    },
    false,
  ],
  ['who may see it', { is_public: false }, false],
])('VSS-02 %s', async (_name, fields, isChanged) => {
  const { answers, pass, last } = world()
  await pass(0)
  answers.next = { ...shown, ...fields }
  await pass(4_500)
  expect(last()?.isChanged).toBe(isChanged)
})

test('VSS-02 it is asked at once when the network is back, and never twice at a time', async () => {
  const { asked, pass, wake, watch } = world()
  await pass(1000)
  await Promise.all([wake(), wake(), watch.ask()])
  expect(asked.map(({ at }) => at)).toEqual([0, 1000])
  await pass(4_500)
  expect(asked).toHaveLength(3)
})

test('VSS-02 while the server is away the show goes on with what it has, and says that nobody answered', async () => {
  const { answers, pass, last, watch } = world()
  await pass(0)
  answers.next = away
  await pass(600_000)
  expect(last()).toEqual({ slideshow: shown, isChanged: false, error: { status: 0, message: away.message } })
  expect(await watch.ask()).toBe(false)
  answers.next = shown
  expect(await watch.ask()).toBe(true)
  expect(last()).toEqual({ slideshow: shown, isChanged: false })
})

test.each([
  ['a network that fails', away, [0, 5000, 10_000]],
  ['a server in trouble', new ApiError({ status: 503 }), [0, 5000, 10_000]],
  ['too many requests', new ApiError({ status: 429 }), [0, 4_500]],
  ['a server that names its time', new ApiError({ status: 429, retryAfterSeconds: 90 }), [0, 90_000]],
])('VSB-11 %s at the start is told, and asked again', async (_name, error, times) => {
  const { asked, answers, pass, last } = world(undefined, error)
  await pass(times.at(-1)!)
  expect(asked.map(({ at }) => at)).toEqual(times)
  expect(last()).toEqual({ isChanged: false, error: { status: error.status, message: error.message } })
  answers.next = shown
  await pass(90_000)
  expect(last()).toEqual({ slideshow: shown, isChanged: false })
})

test('VSS-02 one that was deleted goes, and comes back when it is there again', async () => {
  const { answers, pass, last } = world()
  await pass(0)
  answers.next = missing
  await pass(4_500)
  expect(last()).toEqual({ isChanged: false, error: { status: 404, message: 'Item not found.' } })
  answers.next = shown
  await pass(4_500)
  expect(last()?.slideshow).toEqual(shown)
})

test('a viewer key that was renewed cuts the slideshow off within five seconds', async () => {
  const { asked, answers, pass, last } = world('old')
  await pass(0)
  expect(asked).toEqual([{ at: 0, key: 'old' }])
  answers.next = missing
  await pass(5000)
  expect(last()?.slideshow).toBeUndefined()
})

test('a stopped watch waits for nothing', async () => {
  const { asked, watch, wake, isWaiting, pass } = world()
  await pass(0)
  watch.stop()
  await wake()
  expect(isWaiting()).toBe(false)
  expect(asked).toHaveLength(1)
})

const remembering = (slideshow: Slideshow | undefined) => ({
  recall: jest.fn(async () => slideshow),
  keep: jest.fn(),
  forget: jest.fn(),
})

test.each([
  ['does not answer', away, 0],
  ['is in trouble', new ApiError({ status: 502 }), 0],
  ['is there and says nothing', 'hang' as const, 3000],
])('a server that %s leaves the slideshow that an earlier page showed', async (_name, answer, afterMs) => {
  const memory = remembering(shown)
  const { pass, last } = world('k', answer, memory)
  await pass(afterMs)
  const error = answer === 'hang' ? undefined : { status: answer.status, message: answer.message }
  expect(last()).toEqual({ slideshow: shown, isChanged: false, error })
  expect(memory.recall).toHaveBeenCalledWith({ type: 'slideshow', id: 41, key: 'k' })
})

test('VSS-02 one from memory that was changed meanwhile is told of as any other', async () => {
  const { answers, pass, last } = world(undefined, away, remembering(shown))
  await pass(0)
  answers.next = makeSlideshow({ ...shown, title: 'Other' })
  await pass(4_500)
  expect(last()).toEqual({ slideshow: shown, isChanged: true })
})

test('what the server says is kept; what it does not know any more is forgotten, and never stood in for', async () => {
  const memory = remembering(shown)
  const { answers, pass, last } = world(undefined, shown, memory)
  await pass(0)
  expect(memory.keep).toHaveBeenCalledWith({ type: 'slideshow', id: 41, key: undefined }, shown)
  answers.next = missing
  await pass(4_500)
  expect(memory.forget).toHaveBeenCalledTimes(1)
  expect(last()).toEqual({ isChanged: false, error: { status: 404, message: 'Item not found.' } })
  answers.next = away
  await pass(4_500)
  expect(last()?.slideshow).toBeUndefined()
})

test.each([undefined, 'k1'])(
  'VSS-03 one that is made private goes within five seconds, also from screens without a key (key %s)',
  async (key) => {
    const { answers, pass, last } = world(key)
    await pass(1000)
    expect(last()).toEqual({ slideshow: shown, isChanged: false })
    answers.next = new ApiError({ status: 404, detail: 'Item not found.' })
    await pass(5_000)
    expect(last()).toEqual({ isChanged: false, error: { status: 404, message: 'Item not found.' } })
  },
)

test('EMB-16 what asks while a slideshow is being read starts no second round of readings', async () => {
  jest.useFakeTimers()
  jest.spyOn(Math, 'random').mockReturnValue(0)
  const server = new FakeServer().on('GET', '/api/slideshow/3/', () => makeSlideshow({ id: 3 }))
  const { result, unmount } = renderHook(() => useSlideshow({ type: 'slideshow', id: 3 }))
  act(() => {
    void result.current.ask()
    void result.current.ask()
  })
  await act(() => jest.advanceTimersByTimeAsync(0))
  await act(() => jest.advanceTimersByTimeAsync(4_500))
  await act(() => jest.advanceTimersByTimeAsync(4_500))
  expect(server.sent('GET', '/api/slideshow/3/')).toHaveLength(3)
  unmount()
  server.close()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

test('EMB-16 a changed slideshow is taken when a turn is over, and one that is the same stays as it is', async () => {
  const { answers, pass, last, watch } = world()
  await pass(0)
  answers.next = makeSlideshow({ ...shown })
  await pass(4_500)
  watch.takeNewest()
  expect(last()!.slideshow).toBe(shown)
  answers.next = makeSlideshow({ ...shown, title: 'Other' })
  await pass(4_500)
  expect(last()).toEqual({ slideshow: shown, isChanged: true })
  watch.takeNewest()
  expect(last()).toEqual({ slideshow: answers.next, isChanged: false })
})
