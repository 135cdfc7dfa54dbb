import { Refusal } from '../http/refusals'
import { Attempts } from './attempts'

const start = (max = 2) => {
  const clock = { now: 0 }
  return { clock, attempts: new Attempts({ max, windowMs: 60_000 }, () => clock.now) }
}

const refusalOf = (work: () => void) => {
  try {
    work()
  } catch (error) {
    return error as Refusal
  }
  return undefined
}

test('too many failures are refused until the window is over', () => {
  const { attempts, clock } = start()
  attempts.begin('ann')
  attempts.begin('ann')
  clock.now = 45_000
  const refusal = refusalOf(() => attempts.begin('ann'))
  expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '15' } })
  attempts.begin('bob')
  clock.now = 60_000
  attempts.begin('ann')
})

test('a success clears the count', () => {
  const { attempts } = start()
  for (let login = 0; login < 10; login += 1) {
    attempts.begin('ann')
    attempts.succeed('ann')
  }
  attempts.begin('ann')
  attempts.begin('ann')
  expect(refusalOf(() => attempts.begin('ann'))).toBeInstanceOf(Refusal)
})

test('many at once count before their outcome is known', () => {
  const { attempts } = start(3)
  const refused = Array.from({ length: 10 }, () => refusalOf(() => attempts.begin('ann'))).filter(Boolean)
  expect(refused).toHaveLength(7)
})
