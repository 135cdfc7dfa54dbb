/*
 * What a page keeps after a remote has left it. Everything is counted between two moments, so that what the page had
 * before is nobody's leak.
 */

interface LeakWatch {
  /** what is still there of all that was begun since the watch started, in words */
  leaks(): string[]
  stop(): void
}

/** Where a line of code began something: the first frame outside this file. */
const origin = () =>
  (new Error().stack ?? '')
    .split('\n')
    .slice(2)
    .find((line) => !/watchLeaks/.test(line))
    ?.trim() ?? 'somewhere'

/** The DOM of the tests listens too. */
const ofTheDom = /node_modules[\\/](?:jsdom|nwsapi)[\\/]/

/** setTimeout and setInterval that were neither cleared nor run out. */
function watchTimers() {
  const running = new Map<unknown, string>()
  const real = { setTimeout, clearTimeout, setInterval, clearInterval }
  const scope = globalThis as unknown as Record<string, unknown>
  scope.setTimeout = (handler: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const id = real.setTimeout(() => {
      running.delete(id)
      handler(...args)
    }, ms)
    running.set(id, `a timeout of ${ms ?? 0} ms, begun ${origin()}`)
    return id
  }
  scope.setInterval = (handler: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const id = real.setInterval(handler, ms, ...args)
    running.set(id, `an interval of ${ms ?? 0} ms, begun ${origin()}`)
    return id
  }
  const clear = (stop: (id: never) => void) => (id: unknown) => {
    running.delete(id)
    stop(id as never)
  }
  scope.clearTimeout = clear(real.clearTimeout)
  scope.clearInterval = clear(real.clearInterval)
  return { leaks: () => [...running.values()], stop: () => void Object.assign(scope, real) }
}

interface Listening {
  target: EventTarget
  type: string
  listener: unknown
  capture: boolean
  origin: string
}

const isCapture = (options: boolean | AddEventListenerOptions | undefined) =>
  typeof options === 'boolean' ? options : Boolean(options?.capture)

/** Listeners on the page itself: those inside the remote's root go with it. */
function watchListeners() {
  const lasting: [EventTarget, string][] = [
    [window, 'window'],
    [document, 'document'],
    [document.documentElement, 'html'],
    [document.body, 'body'],
  ]
  const listening: Listening[] = []
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const forget = (target: EventTarget, type: string, listener: unknown, capture: boolean) => {
    const at = listening.findIndex(
      (one) => one.target === target && one.type === type && one.listener === listener && one.capture === capture,
    )
    if (at >= 0) listening.splice(at, 1)
  }

  const begin: typeof addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const capture = isCapture(options)
    const from = origin()
    if (listener && !ofTheDom.test(from) && lasting.some(([one]) => one === target)) {
      forget(target, type, listener, capture)
      listening.push({ target, type, listener, capture, origin: from })
      const given = typeof options === 'object' ? options : {}
      given.signal?.addEventListener('abort', () => forget(target, type, listener, capture))
      if (given.once)
        addEventListener.call(target, type, () => forget(target, type, listener, capture), { once: true, capture })
    }
    addEventListener.call(target, type, listener, options)
  }
  const end: typeof removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    forget(target, type, listener, isCapture(options))
    removeEventListener.call(target, type, listener, options)
  }
  // The window of the tests has functions of its own in front of those of every target.
  const places = [EventTarget.prototype, window].map((place) => ({
    place,
    real: { addEventListener: place.addEventListener, removeEventListener: place.removeEventListener },
  }))
  for (const { place } of places) Object.assign(place, { addEventListener: begin, removeEventListener: end })
  return {
    leaks: () =>
      listening.map(
        ({ target, type, origin }) =>
          `a listener for ${type} on ${lasting.find(([one]) => one === target)?.[1]}, begun ${origin}`,
      ),
    stop: () => places.forEach(({ place, real }) => Object.assign(place, real)),
  }
}

/** Names on the global object, elements beside the remote's root, and marks on html and body. */
function watchPage() {
  const globals = new Set(Object.getOwnPropertyNames(globalThis))
  const elements = new Set([...document.head.children, ...document.body.children])
  const marks = () =>
    [document.documentElement, document.body].map((element) =>
      [...element.attributes].map(({ name, value }) => `${name}="${value}"`).join(' '),
    )
  const before = marks()
  return {
    leaks: () => [
      ...Object.getOwnPropertyNames(globalThis)
        .filter((name) => !globals.has(name))
        .map((name) => `the global ${name}`),
      ...[...document.head.children, ...document.body.children]
        .filter((element) => !elements.has(element))
        .map((element) => `<${element.tagName.toLowerCase()}> outside its root: ${element.outerHTML.slice(0, 120)}`),
      ...marks().flatMap((now, at) =>
        now === before[at]
          ? []
          : [`attributes of ${at === 0 ? 'html' : 'body'}: ${now || 'none'}, before: ${before[at] || 'none'}`],
      ),
    ],
    stop: () => {},
  }
}

/** Starts to watch what is begun in this page. */
export function watchLeaks(): LeakWatch {
  const watches = [watchTimers(), watchListeners(), watchPage()]
  return {
    leaks: () => watches.flatMap((watch) => watch.leaks()),
    stop: () => watches.forEach((watch) => watch.stop()),
  }
}
