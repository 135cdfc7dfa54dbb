import { allRows } from './allRows'

const stored = Array.from({ length: 2_350 }, (_, at) => ({ id: at + 1 }))

test('FRM-06 everything is read, however many pages it has, each row once', async () => {
  const offsets: (number | undefined)[] = []
  const rows = await allRows(async (offset) => {
    offsets.push(offset)
    // One was made meanwhile: the last of a page is the first of the next.
    const from = Math.max(0, (offset ?? 0) - (offset ? 1 : 0))
    const results = stored.slice(from, from + 1_000)
    return { count: stored.length, next: from + 1_000 < stored.length ? 'more' : null, previous: null, results }
  })
  expect(offsets).toEqual([undefined, 1_000, 2_000])
  expect(rows).toEqual(stored)
})

test('FRM-06 a list that never ends is left', async () => {
  const page = jest.fn(async () => ({ count: 1e9, next: 'more', previous: null, results: [{ id: 1 }] }))
  expect(await allRows(page)).toEqual([{ id: 1 }])
  expect(page).toHaveBeenCalledTimes(50)
})
