import { MachineHints } from './machineHints'

function stage() {
  const clock = { now: 1_000 }
  const timers: { at: number; work: () => void }[] = []
  const told: unknown[] = []
  const hints = new MachineHints((changes) => told.push(changes), {
    now: () => clock.now,
    schedule: (work, delayMs) => timers.push({ at: clock.now + Math.max(0, delayMs), work }),
  })
  const pass = (ms: number) => {
    clock.now += ms
    for (const timer of timers.splice(0)) {
      if (timer.at <= clock.now) timer.work()
      else timers.push(timer)
    }
  }
  return { hints, told, pass }
}

test('what changes in one turn is told together, at once', () => {
  const { hints, told, pass } = stage()
  hints.note(1, false)
  hints.note(2, true)
  pass(0)
  expect(told).toEqual([[[1, false], [2, true]]])
})

test('a machine that changes 50 times a second is told of 20 times a second, and never forgotten', () => {
  const { hints, told, pass } = stage()
  for (let change = 0; change < 50; change += 1) {
    hints.note(1, false)
    pass(20)
  }
  expect(told.length).toBeLessThanOrEqual(20)
  expect(told.length).toBeGreaterThanOrEqual(15)
  pass(50)
  const before = told.length
  pass(1_000)
  expect(told).toHaveLength(before)
})

test('that a game has settled is told, though its machine went on since', () => {
  const { hints, told, pass } = stage()
  hints.note(1, false)
  pass(0)
  hints.note(1, true)
  hints.note(1, false)
  pass(50)
  expect(told).toEqual([[[1, false]], [[1, true]]])
})

test('many machines go in several messages', () => {
  const { hints, told } = stage()
  for (let machine = 0; machine < 25_000; machine += 1) hints.note(machine, false)
  hints.flush()
  expect((told as unknown[][]).map(({ length }) => length)).toEqual([10_000, 10_000, 5_000])
})
