import { LastSeen } from './lastSeen'

/** With a clock that the test sets, and works that wait for it. */
function stage() {
  let now = 50_000
  const writes: ReadonlyMap<number, number>[] = []
  const waiting: { at: number; work: () => void }[] = []
  const seen = new LastSeen(
    async (moments) => void writes.push(moments),
    { now: () => now, elapsed: () => now },
    (error) => {
      throw error
    },
    (work, delayMs) => void waiting.push({ at: now + delayMs, work }),
  )
  const pass = async (ms: number) => {
    now += ms
    for (const due of waiting.filter(({ at }) => at <= now)) {
      waiting.splice(waiting.indexOf(due), 1)
      due.work()
    }
    await new Promise(setImmediate)
  }
  return { seen, writes, pass, moment: () => now }
}

test('LOAD-07 a thousand machines that are seen at a thousand moments cost one statement a second', async () => {
  const { seen, writes, pass } = stage()
  for (let at = 0; at < 20_000; at += 10) {
    for (const machine of [at / 10, at / 10 + 1_000]) seen.note(machine % 1_000)
    await pass(10)
  }
  expect(writes.length).toBeLessThanOrEqual(21)
  expect(new Set(writes.flatMap((moments) => [...moments.keys()])).size).toBe(1_000)
})

test('the first is written at once, one that comes right after it within the second, though nobody is seen any more', async () => {
  const { seen, writes, pass, moment } = stage()
  const first = moment()
  seen.note(1)
  await pass(0)
  expect(writes).toEqual([new Map([[1, first]])])
  await pass(1)
  seen.note(2)
  await pass(998)
  expect(writes).toHaveLength(1)
  await pass(1)
  expect(writes[1]).toEqual(new Map([[2, first + 1]]))
})

test('what waits is written at the end, and not again after it', async () => {
  const { seen, writes, pass } = stage()
  seen.note(1)
  seen.note(2)
  await seen.flush()
  await pass(5_000)
  expect(writes.flatMap((moments) => [...moments.keys()])).toEqual([1, 2])
})

test('a machine that was silent for an hour is forgotten, once that is written', async () => {
  const { seen, pass } = stage()
  seen.note(1)
  await pass(3_600_000)
  expect(seen.last(1)).toBeDefined()
  seen.note(2)
  await pass(0)
  expect([seen.last(1), seen.last(2)]).toEqual([undefined, expect.any(Number)])
})
