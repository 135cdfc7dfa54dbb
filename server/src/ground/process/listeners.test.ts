import { Listeners } from './listeners'

test('a listener that throws silences no other, and fails nobody', () => {
  const errors: unknown[] = []
  const heard: [string, number][] = []
  const listeners = new Listeners<[name: string, id: number]>((error) => errors.push(error))
  const failure = new Error('no')
  listeners.add(() => {
    throw failure
  })
  const end = listeners.add((...told) => void heard.push(told))
  listeners.tell('board', 1)
  end()
  listeners.tell('board', 2)
  expect([heard, errors]).toEqual([[['board', 1]], [failure, failure]])
})
