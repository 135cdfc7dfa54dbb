import { readOnce } from './readOnce'

test('all that ask share one read, and one that failed is read again', async () => {
  let reads = 0
  const read = readOnce(async () => {
    reads += 1
    if (reads === 1) throw new Error('away')
    return reads
  })
  expect(await Promise.allSettled([read(), read()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
  expect(await read()).toBe(2)
})
