import { overlapping } from './overlapping'

/** Work that another transaction is in the way of so many times. */
function disturbed(times: number, code = '40P01') {
  let attempts = 0
  const work = async () => {
    attempts += 1
    if (attempts <= times) throw Object.assign(new Error('in the way'), { code })
    return 'done'
  }
  return { work, attempts: () => attempts }
}

test.each([
  ['40P01', 0],
  ['40P01', 4],
  ['23503', 1],
])('what another transaction is in the way of (%s) %i times is done all the same', async (code, times) => {
  expect(await overlapping(disturbed(times, code).work)).toBe('done')
})

test.each([
  ['40P01', 5],
  ['23505', 1],
])('it is not tried for ever, nor where the fault is its own (%s)', async (code, attempts) => {
  const { work, attempts: made } = disturbed(100, code)
  await expect(overlapping(work)).rejects.toMatchObject({ code })
  expect(made()).toBe(attempts)
})
