import { Turns } from './turns'

/** Work that ends when it is told to. */
const stage = (running: number, waiting: number) => {
  const turns = new Turns({ running, waiting })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const take = (name: number) =>
    turns.take(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => (ends[name] = resolve))
      if (name === 1) throw new Error('failed')
      return name
    })
  return { take, begun, ends }
}

test('so many at once, the next in their order, the rest refused', async () => {
  const { take, begun, ends } = stage(2, 2)
  const [first, second, third, fourth] = [take(0), take(1), take(2), take(3)]
  await expect(take(4)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  expect(begun).toEqual([0, 1])
  ends[1]!()
  await expect(second).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  ends[0]!()
  ends[2]!()
  expect([await first, await third]).toEqual([0, 2])
  expect(begun).toEqual([0, 1, 2, 3])
  ends[3]!()
  await fourth
  const again = take(5)
  await Promise.resolve()
  expect(begun).toContain(5)
  ends[5]!()
  expect(await again).toBe(5)
})
