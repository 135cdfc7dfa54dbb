import { makeScoreboardBootstrap, makeSlideshow } from '@multiball/shared/testing'
import { longestKeptMs, type JsonCache, type Kept } from './caches'
import { cacheAddress, viewerMemory } from './memory'

/** A cache that a test sees, and a clock that it moves. */
class World implements JsonCache {
  time = 1_000_000
  entries = new Map<string, Kept>()
  writes: [address: string, seq: unknown][] = []
  timers = new Map<number, { at: number; run: () => void }>()
  #last = 0

  read = async (address: string) => this.entries.get(address)
  write = async (address: string, kept: Kept) => {
    this.writes.push([address, (kept.body as { scores?: { seq: number } }).scores?.seq])
    // As a browser keeps it.
    this.entries.set(address, JSON.parse(JSON.stringify(kept)) as Kept)
  }
  remove = async (address: string) => void this.entries.delete(address)

  now = () => this.time
  setTimeout = (run: () => void, ms: number) => {
    this.timers.set((this.#last += 1), { at: this.time + ms, run })
    return this.#last
  }
  clearTimeout = (handle: unknown) => void this.timers.delete(handle as number)

  pass(ms: number) {
    this.time += ms
    for (const [handle, { at, run }] of [...this.timers]) {
      if (at > this.time || !this.timers.delete(handle)) continue
      run()
    }
  }

  memory = viewerMemory(this, this)
  keep = (seq: number, key?: string) =>
    this.memory.boards.keep(
      { type: 'scoreboard', id: 12, key },
      { bootstrap: makeScoreboardBootstrap({ id: 12, scores: { data: [], epoch: 'one', seq } }), asOf: this.time },
    )
}

let world: World
beforeEach(() => (world = new World()))

const board = { type: 'scoreboard', id: 12 } as const

test('a board is written soon after it was first heard, then every 15 s at most, and only its newest state', async () => {
  world.keep(1)
  world.pass(1999)
  expect(world.writes).toEqual([])
  world.pass(1)
  for (let seq = 2; seq < 200; seq += 1) {
    world.keep(seq)
    world.pass(50)
  }
  expect(world.writes.map(([, seq]) => seq)).toEqual([1])
  world.pass(15_000)
  expect(world.writes.map(([, seq]) => seq)).toEqual([1, 199])
})

test('what did not change is written again for its age, every five minutes', () => {
  world.keep(1)
  world.pass(2000)
  for (let minute = 0; minute < 10; minute += 1) {
    world.pass(60_000)
    world.keep(1)
  }
  world.pass(60_000)
  expect(world.writes).toHaveLength(3)
})

test('a page that is about to go writes what waits', () => {
  world.keep(1)
  world.memory.flush()
  expect(world.writes).toEqual([['/viewer/kept/scoreboard/12', 1]])
  expect(world.timers.size).toBe(0)
})

test('a board is recalled with its age, and only with the key with which it was kept', async () => {
  world.keep(5, 'secret & long')
  world.memory.flush()
  const heardAt = world.time
  world.pass(3_600_000)
  const recall = (key?: string) => world.memory.boards.recall({ ...board, key })
  expect(await recall('secret & long')).toMatchObject({ asOf: heardAt, bootstrap: { id: 12, scores: { seq: 5 } } })
  expect(await recall()).toBeUndefined()
  expect(await recall('another')).toBeUndefined()
  expect(await world.memory.boards.recall({ type: 'leaderboard', id: 12, key: 'secret & long' })).toBeUndefined()
  expect(cacheAddress({ ...board, key: 'secret & long' })).toBe('/viewer/kept/scoreboard/12?key=secret+%26+long')
})

test('a board that is forgotten is gone, also from what waits to be written', async () => {
  world.keep(1)
  world.memory.flush()
  world.keep(2)
  world.memory.boards.forget(board)
  world.pass(60_000)
  expect(world.entries.size).toBe(0)
  expect(await world.memory.boards.recall(board)).toBeUndefined()
})

test('a board that is forgotten while it is being written stays away; heard again, it is kept', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const { write } = world
  world.write = (address, kept) => arrived.then(() => write(address, kept))
  world.keep(1)
  world.memory.flush()
  world.memory.boards.forget(board)
  arrive()
  await new Promise((resolve) => setTimeout(resolve))
  expect(world.writes).toHaveLength(1)
  expect(world.entries.size).toBe(0)

  world.keep(2)
  world.memory.flush()
  world.memory.boards.forget(board)
  world.keep(3)
  world.memory.flush()
  await new Promise((resolve) => setTimeout(resolve))
  expect(await world.memory.boards.recall(board)).toMatchObject({ bootstrap: { scores: { seq: 3 } } })
})

test.each([
  ['too old', (kept: Kept) => ({ ...kept, asOf: kept.asOf - longestKeptMs })],
  ['of another shape', () => ({ body: { title: 'of an older version' }, asOf: 0 })],
  ['without an age', (kept: Kept) => ({ ...kept, asOf: Number.NaN })],
])('what is %s is not shown, and goes', async (_name, change) => {
  world.keep(1)
  world.memory.flush()
  world.entries.set(cacheAddress(board), change(world.entries.get(cacheAddress(board))!))
  expect(await world.memory.boards.recall(board)).toBeUndefined()
  expect(world.entries.size).toBe(0)
})

test('a slideshow is kept the same way', async () => {
  const address = { type: 'slideshow', id: 3, key: 'k' } as const
  const slideshow = makeSlideshow({ title: 'Round and round' })
  world.memory.slideshows.keep(address, slideshow)
  world.memory.flush()
  expect(await world.memory.slideshows.recall(address)).toEqual(slideshow)
  expect(await world.memory.slideshows.recall({ ...address, key: undefined })).toBeUndefined()
  world.memory.slideshows.forget(address)
  expect(await world.memory.slideshows.recall(address)).toBeUndefined()
})
