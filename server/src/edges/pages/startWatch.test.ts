import vm from 'node:vm'
import { startWatch } from './startWatch'

interface Element {
  tagName: string
  src?: string
  rel?: string
  integrity?: string
  dataset: Record<string, string>
}

/** A page that waits, with a clock that a test moves and a server that it takes away. */
class World {
  time = 0
  timers: { at: number; run: () => void }[] = []
  dataset: Record<string, string> = {}
  said: string[] = []
  isWaiting = true
  isOverlay = false
  storage = new Map<string, string>()
  asked: string[] = []
  answer = (_address: string): number => 200
  page = '<script type="application/json" id="mb-registry">{}</script></html>\n'
  reloads: number[] = []
  fail: (event: { target: Element }) => void = () => {}

  constructor(readonly earlierStarts?: string) {
    if (earlierStarts !== undefined) this.storage.set('mb-starts', earlierStarts)
    const after = ({ textContent }: { textContent: string }) => this.said.push(textContent)
    vm.runInNewContext(startWatch, {
      document: {
        documentElement: { dataset: this.dataset },
        readyState: 'interactive',
        querySelector: (selector: string) =>
          selector === 'script[data-start]' ? script : this.isWaiting ? { after, hidden: this.isOverlay } : null,
        createElement: () => ({}),
      },
      sessionStorage: {
        getItem: (name: string) => this.storage.get(name) ?? null,
        setItem: (name: string, value: unknown) => this.storage.set(name, String(value)),
      },
      location: { href: 'https://a.example/viewer/scoreboards/1', reload: () => this.reloads.push(this.time) },
      Math: { min: Math.min, random: () => 0 },
      AbortController,
      setTimeout: (run: () => void, ms: number) => this.timers.push({ at: this.time + ms, run }),
      clearTimeout: (place: number) => (this.timers[place - 1]!.run = () => {}),
      addEventListener: (_name: string, listener: World['fail']) => (this.fail = listener),
      fetch: async (
        address: string,
        { integrity, cache, method = 'GET' }: { integrity?: string; cache: string; method?: string },
      ) => {
        this.asked.push(
          [method, cache, new URL(address, 'https://a.example').pathname, ...(integrity ? [integrity] : [])].join(' '),
        )
        const status = this.answer(address)
        if (status === 0) throw new TypeError('offline')
        return { ok: status === 200, status, text: async () => (address.startsWith('https:') ? this.page : '') }
      },
    })
  }

  async pass(ms: number) {
    const until = this.time + ms
    for (;;) {
      const next = this.timers
        .filter(({ at }) => at > this.time && at <= until)
        .sort((one, other) => one.at - other.at)[0]
      if (!next) break
      this.time = next.at
      for (const timer of this.timers.filter(({ at }) => at === next.at)) timer.run()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.time = until
  }
}

const script: Element = {
  tagName: 'SCRIPT',
  src: '/r/mf-viewer/1/page.js',
  integrity: 'sha384-x',
  dataset: { start: '' },
}
const lateWords = 'This page did not load completely. It tries again by itself.'

test('KIO-07 a page whose script did not come says so, and is reloaded once the server has given the script, past what the browser keeps', async () => {
  const world = new World()
  world.fail({ target: script })
  expect(world.said).toEqual([lateWords])
  await world.pass(60_000)
  expect(world.asked).toEqual(['GET no-store /viewer/scoreboards/1', 'GET reload /r/mf-viewer/1/page.js sha384-x'])
  expect(world.reloads).toEqual([5000])
})

test.each([0, 500])(
  'KIO-07 while the server answers %j the page stays, and asks every 30 s in the end',
  async (status) => {
    const world = new World()
    world.answer = (address) => (address === script.src ? status : 200)
    world.fail({ target: script })
    await world.pass(300_000)
    expect(world.reloads).toEqual([])
    const asked = world.asked.length
    expect(asked).toBeLessThan(30)
    world.answer = () => 200
    await world.pass(30_000)
    expect(world.reloads).toHaveLength(1)
  },
)

test('KIO-17 while somebody else’s page is answered with 200 in its place, it stays', async () => {
  const world = new World()
  const { page } = world
  world.page = '<title>Welcome to nginx!</title>'
  world.fail({ target: script })
  await world.pass(120_000)
  expect(world.reloads).toEqual([])
  world.page = page
  await world.pass(36_000)
  expect(world.reloads).toHaveLength(1)
})

test('KIO-07 VST-01 over footage it is loaded again without a word', async () => {
  const world = new World()
  world.isOverlay = true
  world.fail({ target: script })
  await world.pass(60_000)
  expect([world.said, world.reloads]).toEqual([[], [5000]])
})

test('KIO-07 a page that did not begin in 30 s is loaded again, though no file failed: one of them hangs', async () => {
  const world = new World()
  await world.pass(34_999)
  expect(world.reloads).toEqual([])
  await world.pass(1)
  expect(world.reloads).toEqual([35_000])
})

test.each<[string, (world: World) => void]>([
  ['has begun', (world) => (world.dataset.started = '')],
  ['has drawn something', (world) => (world.isWaiting = false)],
])('KIO-07 a page that %s is left alone, and its next trouble is its first', async (_name, start) => {
  const world = new World('4')
  start(world)
  world.fail({ target: script })
  await world.pass(300_000)
  expect([world.said, world.asked, world.reloads]).toEqual([[], [], []])
  expect(world.storage.get('mb-starts')).toBe('0')
})

test('KIO-07 a page that has begun without its styles is loaded again when they are there', async () => {
  const world = new World()
  world.fail({ target: { tagName: 'LINK', rel: 'stylesheet', src: '/r/mf-viewer/1/page.css', dataset: { start: '' } } })
  world.dataset.started = ''
  await world.pass(60_000)
  expect(world.reloads).toEqual([5000])
})

test('KIO-07 a page that only came late is left alone', async () => {
  const world = new World()
  await world.pass(30_000)
  world.dataset.started = ''
  await world.pass(60_000)
  expect([world.said, world.reloads]).toEqual([[lateWords], []])
})

test('KIO-07 a page that comes back as broken as before waits longer each time', async () => {
  const waits = []
  for (const earlier of ['0', '1', '2', '3', '9']) {
    const world = new World(earlier)
    world.fail({ target: script })
    await world.pass(60_000)
    waits.push(world.reloads[0])
  }
  expect(waits).toEqual([5000, 10_000, 20_000, 30_000, 30_000])
})

test('KIO-07 a preload that failed is no trouble, nor is a picture; a script that the page asked for itself is asked for with the others', async () => {
  const world = new World()
  world.fail({ target: { tagName: 'LINK', rel: 'preload', dataset: {} } })
  world.fail({ target: { tagName: 'IMG', dataset: {} } })
  world.fail({ target: { tagName: 'SCRIPT', src: '/r/mf-scoreboards/1/remoteEntry.js', dataset: {} } })
  expect(world.said).toEqual([])
  await world.pass(60_000)
  expect(world.asked).toEqual(['GET no-store /viewer/scoreboards/1', 'GET reload /r/mf-scoreboards/1/remoteEntry.js'])
  expect(world.reloads).toEqual([35_000])
})

test('KIO-07 SHP-13 a chunk of the page itself that came wrong, as by a delta that was changed, is had whole without the wait for a page that does not begin', async () => {
  const world = new World()
  world.fail({ target: { tagName: 'SCRIPT', src: '/r/mf-viewer/1/vendor.js', integrity: 'sha384-y', dataset: {} } })
  expect(world.said).toEqual([lateWords])
  await world.pass(60_000)
  expect(world.asked).toEqual(['GET no-store /viewer/scoreboards/1', 'GET reload /r/mf-viewer/1/vendor.js sha384-y'])
  expect(world.reloads).toEqual([5000])
})
