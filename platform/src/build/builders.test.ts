import { buildAll, inOrderOfNeed, type Builder } from './builders'

test('OPS-14 a first start builds a game on a TV first, boards after what they show, and the dashboard last', () => {
  const names = [
    'shell',
    'embed',
    'mf-comboboards',
    'mf-leaderboards',
    'mf-of-others',
    'mf-scoreboards',
    'mf-slideshows',
    'mf-venues',
    'mf-viewer',
  ]
  expect(inOrderOfNeed(names)).toEqual([
    'mf-scoreboards',
    'mf-viewer',
    'mf-leaderboards',
    'mf-comboboards',
    'mf-slideshows',
    'mf-of-others',
    'mf-venues',
    'shell',
    'embed',
  ])
})

/** Two builders, whose packages end when they are told to. */
function stage() {
  const begun: string[] = []
  const ends = new Map<string, { done(): void; fail(error: Error): void }>()
  let ended = 0
  const builder = (): Builder => ({
    build: (name) => {
      begun.push(name)
      return new Promise((resolve, reject) => ends.set(name, { done: resolve, fail: reject }))
    },
    end: () => (ended += 1),
  })
  const all = buildAll(
    ['a', 'b', 'c', 'd'].map((name) => [name, '1.0.0'] as const),
    (_one, build) => build(),
    [builder(), builder()],
  )
  const turn = () => new Promise(setImmediate)
  return {
    all,
    begun,
    ended: () => ended,
    done: (name: string) => (ends.get(name)!.done(), turn()),
    fail: (name: string) => (ends.get(name)!.fail(new Error(`${name} is broken`)), turn()),
  }
}

test('OPS-14 as many packages are built at a time as there are builders, in their order', async () => {
  const { all, begun, ended, done } = stage()
  expect(begun).toEqual(['a', 'b'])
  await done('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await done('c')
  await done('d')
  await done('a')
  await all
  expect([begun, ended()]).toEqual([['a', 'b', 'c', 'd'], 2])
})

test('OPS-14 after one that failed no other is begun, and the ones at work are finished', async () => {
  const { all, begun, ended, done, fail } = stage()
  const told = expect(all).rejects.toThrow('a is broken')
  await fail('a')
  expect(ended()).toBe(1)
  await done('b')
  await told
  expect([begun, ended()]).toEqual([['a', 'b'], 2])
})
