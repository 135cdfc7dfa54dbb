import { limitConcurrency, UploadSlots } from './concurrency'

/** Whatever can begin has begun. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends when it is told to. */
const stage = (running: number, waiting: number) => {
  const inOrder = limitConcurrency({ running, waiting })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const take = (name: number) =>
    inOrder(async () => {
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
  await settled()
  expect(begun).toEqual([0, 1])
  ends[1]!()
  await expect(second).rejects.toThrow('failed')
  await settled()
  expect(begun).toEqual([0, 1, 2])
  ends[0]!()
  ends[2]!()
  expect([await first, await third]).toEqual([0, 2])
  await settled()
  expect(begun).toEqual([0, 1, 2, 3])
  ends[3]!()
  await fourth
  const again = take(5)
  await settled()
  expect(begun).toContain(5)
  ends[5]!()
  expect(await again).toBe(5)
})

test('so many of one user, so many of all, and a slot that is given back is free', async () => {
  const slots = new UploadSlots({ perUser: 2, total: 3 })
  const ends: (() => void)[] = []
  const take = (userId: number) => slots.take(userId, () => new Promise<void>((resolve) => ends.push(resolve)))
  const held = [take(1), take(1), take(2)]
  await expect(take(1)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  await expect(take(2)).rejects.toMatchObject({ status: 503 })
  ends[0]!()
  await held[0]
  held.push(take(3))
  await expect(take(1)).rejects.toMatchObject({ status: 503 })
  ends[3]!()
  await held[3]
  await expect(slots.take(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.take(1, () => Promise.resolve('free'))).toBe('free')
  for (const end of ends) end()
  await Promise.all(held)
})
