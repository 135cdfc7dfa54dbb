import type { TvState } from '@multiball/shared/schema'
import { TvWaits } from './tvWaits'

const hash = Buffer.from('a1', 'hex')
const at = (version: string): TvState => ({ type: 'unpaired', version })

let states: Map<string, TvState>
let reads: number
let waits: TvWaits
const stays = () => {}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
  states = new Map([['a1', at('one')]])
  reads = 0
  waits = new TvWaits({
    read: async (hashes) => {
      reads += 1
      return new Map(
        hashes.flatMap((one) =>
          states.has(one.toString('hex')) ? [[one.toString('hex'), states.get(one.toString('hex'))!] as const] : [],
        ),
      )
    },
  })
})
afterEach(async () => {
  await waits.close()
  jest.useRealTimers()
})

/** Where a wait is now. */
const watch = (waiting: Promise<TvState | undefined>) => {
  const seen: { answered?: TvState | undefined; isOver: boolean } = { isOver: false }
  void waiting.then((state) => Object.assign(seen, { answered: state, isOver: true }))
  return seen
}
const settle = () => jest.advanceTimersByTimeAsync(0)

test.each([
  ['without a version', undefined, at('one')],
  ['with an old version', 'zero', at('one')],
])('a TV that asks %s is answered at once', async (_, version, expected) => {
  expect(await waits.wait(hash, version, stays)).toEqual(expected)
  expect(waits.size).toBe(0)
})

test('a token that nobody knows is answered at once', async () => {
  expect(await waits.wait(Buffer.from('ff', 'hex'), 'one', stays)).toBeUndefined()
})

test('what changes here is told at once', async () => {
  const seen = watch(waits.wait(hash, 'one', stays))
  await settle()
  expect(seen.isOver).toBe(false)
  states.set('a1', at('two'))
  waits.look(hash)
  await settle()
  expect(seen.answered).toEqual(at('two'))
})

test('RUN-05 who asks costs one question, whoever else waits; what is changed asks about those alone that it concerns', async () => {
  const asked: string[][] = []
  const showing = (id: number): TvState => ({
    type: 'paired',
    version: 'one',
    name: 'Bar',
    board: { type: 'scoreboard', id },
    reloads: 0,
    identifies: 0,
  })
  const many = new TvWaits({
    read: async (hashes) => {
      const names = hashes.map((one) => one.toString('hex'))
      asked.push(names)
      return new Map(names.map((name) => [name, showing(Number(name) % 2)]))
    },
  })
  for (let tv = 10; tv < 20; tv += 1) watch(many.wait(Buffer.from(String(tv), 'hex'), 'one', stays))
  await settle()
  expect(asked.splice(0)).toEqual(Array.from({ length: 10 }, (_, at) => [String(10 + at)]))
  many.boardChanged({ type: 'scoreboard', id: 1 })
  many.boardChanged({ type: 'leaderboard', id: 1 })
  many.look(Buffer.from('12', 'hex'))
  expect(asked).toEqual([['11', '13', '15', '17', '19'], ['12']])
  await many.close()
})

test('what nobody told is noticed within 18 s, by one question for all that wait', async () => {
  const both = [watch(waits.wait(hash, 'one', stays)), watch(waits.wait(hash, 'one', stays))]
  await settle()
  reads = 0
  states.set('a1', at('two'))
  await jest.advanceTimersByTimeAsync(18_000)
  expect(both.map(({ answered }) => answered)).toEqual([at('two'), at('two')])
  expect(reads).toBe(1)
})

test('LOAD-01 when any TV may have changed, one question answers within two seconds', async () => {
  const seen = watch(waits.wait(hash, 'one', stays))
  await settle()
  reads = 0
  states.set('a1', at('two'))
  waits.lookAtAllSoon()
  waits.lookAtAllSoon()
  await jest.advanceTimersByTimeAsync(2_000)
  expect(seen.answered).toEqual(at('two'))
  expect(reads).toBe(1)
})

describe('a TV that asks again', () => {
  const comeBack = async () => {
    const before = watch(waits.wait(hash, 'one', stays))
    await jest.advanceTimersByTimeAsync(20_000)
    expect(before.answered).toEqual(at('one'))
    reads = 0
  }

  test('LOAD-01 within ten seconds costs no question', async () => {
    await comeBack()
    await jest.advanceTimersByTimeAsync(9_999)
    const seen = watch(waits.wait(hash, 'one', stays))
    await settle()
    expect([reads, seen.isOver]).toEqual([0, false])
  })

  test.each<[string, () => Promise<unknown> | void, string]>([
    ['later', () => jest.advanceTimersByTimeAsync(10_000), 'one'],
    ['after it was changed', () => waits.look(hash), 'one'],
    ['after any may have changed', () => waits.lookAtAllSoon(), 'one'],
    ['with another version', () => {}, 'zero'],
  ])('%s is read', async (_title, happens, version) => {
    await comeBack()
    await happens()
    states.set('a1', at('two'))
    expect(await waits.wait(hash, version, stays)).toEqual(at('two'))
    expect(reads).toBe(1)
  })

  test('after the board that it shows has changed is read', async () => {
    const board = { type: 'scoreboard' as const, id: 5 }
    const shown = (version: string): TvState => ({
      type: 'paired',
      version,
      name: '',
      board,
      reloads: 0,
      identifies: 0,
    })
    states.set('a1', shown('one'))
    const before = watch(waits.wait(hash, 'one', stays))
    await jest.advanceTimersByTimeAsync(20_000)
    expect(before.isOver).toBe(true)
    states.set('a1', shown('two'))
    waits.boardChanged(board)
    expect(await waits.wait(hash, 'one', stays)).toEqual(shown('two'))
  })
})

test('a token that is revoked ends the wait', async () => {
  const seen = watch(waits.wait(hash, 'one', stays))
  await settle()
  states.delete('a1')
  waits.look(hash)
  await settle()
  expect(seen).toEqual({ isOver: true, answered: undefined })
})

test('nothing new is said after 20 s, and nobody asks the database any more', async () => {
  const seen = watch(waits.wait(hash, 'one', stays))
  await jest.advanceTimersByTimeAsync(19_999)
  expect(seen.isOver).toBe(false)
  await jest.advanceTimersByTimeAsync(1)
  expect(seen.answered).toEqual(at('one'))
  expect(jest.getTimerCount()).toBe(0)
})

test('a TV that goes away is forgotten', async () => {
  let forget = () => {}
  const seen = watch(waits.wait(hash, 'one', (leave) => (forget = leave)))
  await settle()
  forget()
  await settle()
  expect(seen.isOver).toBe(true)
  expect(waits.size).toBe(0)
  expect(jest.getTimerCount()).toBe(0)
})

test('windows of one browser wait side by side, four of them', async () => {
  const seen = []
  for (let count = 0; count < 5; count += 1) {
    seen.push(watch(waits.wait(hash, 'one', stays)))
    await settle()
  }
  expect(seen.map(({ isOver }) => isOver)).toEqual([true, false, false, false, false])
  expect(waits.size).toBe(4)
})

test('a change while the database is asked is asked about again', async () => {
  const seen = watch(waits.wait(hash, 'one', stays))
  // Not read yet.
  waits.look(hash)
  states.set('a1', at('two'))
  waits.look(hash)
  await settle()
  expect(seen.answered).toEqual(at('two'))
})

test('at the end everybody is answered with what they know, and later ones at once', async () => {
  const seen = watch(waits.wait(hash, 'one', stays))
  await settle()
  await waits.close()
  expect(seen.answered).toEqual(at('one'))
  expect(await waits.wait(hash, 'one', stays)).toEqual(at('one'))
  expect(jest.getTimerCount()).toBe(0)
})

test('a database that fails is tried again', async () => {
  const errors: unknown[] = []
  let isDown = false
  const fragile = new TvWaits({
    read: async () => {
      if (isDown) throw new Error('down')
      return states
    },
    onError: (error) => errors.push(error),
  })
  const seen = watch(fragile.wait(hash, 'one', stays))
  await settle()
  isDown = true
  fragile.look(hash)
  await settle()
  expect(errors).toHaveLength(1)
  isDown = false
  states.set('a1', at('two'))
  await jest.advanceTimersByTimeAsync(2_000)
  expect(seen.answered).toEqual(at('two'))
})
