import { UploadSlots } from './uploadSlots'

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
