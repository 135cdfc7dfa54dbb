import { createCountUps } from '@multiball/shared/display'
import { catchUpMs, overlayFrames } from './overlayFrames'

/** A page that does nothing by itself, and one number on it. */
function setup() {
  let now = 0
  let isHidden = false
  let wantsNoMotion = false
  const waiting: (() => void)[] = []
  let seen: (isSourceVisible?: boolean) => void = () => {}
  const frames = overlayFrames({
    now: () => now,
    request: (run) => void waiting.push(run),
    wantsNoMotion: () => wantsNoMotion,
    isHidden: () => isHidden,
    onVisibility: (run) => (seen = run),
  })
  const written: bigint[] = []
  const counter = createCountUps(frames).counter(0n, (shown) => written.push(shown))
  return {
    counter,
    last: () => written.at(-1),
    pass(ms: number) {
      now += ms
      for (const run of waiting.splice(0)) run()
    },
    page(hidden: boolean) {
      isHidden = hidden
      seen()
    },
    source: (isVisible: boolean) => seen(isVisible),
    wantNoMotion: () => (wantsNoMotion = true),
  }
}

test('VST-03 in view a score counts up for a second', () => {
  const { counter, last, pass } = setup()
  pass(5000)
  counter.count(1000n)
  pass(500)
  expect(last()! > 0n && last()! < 1000n).toBe(true)
  pass(500)
  expect(last()).toBe(1000n)
})

type Setup = ReturnType<typeof setup>

describe.each<[string, (overlay: Setup, isHidden: boolean) => void]>([
  ['the page', ({ page }, isHidden) => page(isHidden)],
  ['its source in the streaming program', ({ source }, isHidden) => source(!isHidden)],
])('VST-03 when %s was hidden', (_what, hide) => {
  test('what it missed is shown at once, and what came a moment later too', () => {
    const overlay = setup()
    hide(overlay, true)
    overlay.counter.count(1000n)
    expect(overlay.last()).toBe(1000n)
    overlay.pass(60_000)
    hide(overlay, false)
    overlay.pass(catchUpMs - 1)
    overlay.counter.count(9000n)
    expect(overlay.last()).toBe(9000n)
  })

  test('scores count again soon after', () => {
    const overlay = setup()
    hide(overlay, true)
    hide(overlay, false)
    overlay.pass(catchUpMs)
    overlay.counter.count(1000n)
    expect(overlay.last()).toBeUndefined()
  })

  test('a count that was under way ends', () => {
    const overlay = setup()
    overlay.counter.count(1000n)
    overlay.pass(100)
    hide(overlay, true)
    expect(overlay.last()).toBe(1000n)
  })
})

test('VST-03 whoever wants no motion sees the final number at once', () => {
  const { counter, last, wantNoMotion } = setup()
  wantNoMotion()
  counter.count(1000n)
  expect(last()).toBe(1000n)
})
