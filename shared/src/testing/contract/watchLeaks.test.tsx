import { watchLeaks } from './watchLeaks'

const noop = () => {}

test.each<[string, () => void, RegExp | undefined]>([
  ['an interval', () => void setInterval(noop, 1000), /interval of 1000 ms/],
  ['a timeout', () => void setTimeout(noop, 5000), /timeout of 5000 ms/],
  ['a timeout that was cleared', () => clearTimeout(setTimeout(noop, 5000)), undefined],
  ['a listener on window', () => window.addEventListener('resize', noop), /resize on window/],
  ['a bare listener', () => addEventListener('resize', noop), /resize on window/],
  ['a listener on document', () => document.addEventListener('keydown', noop, true), /keydown on document/],
  [
    'a listener that was removed',
    () => (
      document.addEventListener('click', noop, true),
      document.removeEventListener('click', noop, { capture: true })
    ),
    undefined,
  ],
  [
    'a listener removed in the other phase',
    () => (document.addEventListener('click', noop, true), document.removeEventListener('click', noop)),
    /click on document/,
  ],
  [
    'a listener for once, which came',
    () => (window.addEventListener('focus', noop, { once: true }), window.dispatchEvent(new Event('focus'))),
    undefined,
  ],
  [
    'a listener on an element of its own',
    () => document.createElement('div').addEventListener('click', noop),
    undefined,
  ],
  ['a global', () => Reflect.set(globalThis, 'leakedByTest', 1), /global leakedByTest/],
  ['a style', () => document.head.append(document.createElement('style')), /<style> outside its root/],
  ['an element', () => document.body.append(document.createElement('dialog')), /<dialog> outside its root/],
  ['a mark on body', () => document.body.setAttribute('data-locked', ''), /attributes of body/],
])('%s', (_what, act, leak) => {
  jest.useFakeTimers()
  const watch = watchLeaks()
  act()
  const leaks = watch.leaks()
  watch.stop()
  jest.useRealTimers()
  expect(leaks).toEqual(leak ? [expect.stringMatching(leak)] : [])
})
