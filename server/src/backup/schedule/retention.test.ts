import { backupName, lastDue, momentOf, outdated } from './retention'

const at = (text: string) => Date.parse(text)
const daysMs = 86_400_000

test('a backup is named after its moment', () => {
  const moment = at('2026-11-24T04:00:09.000Z')
  expect(backupName(moment + 123, false)).toBe('multiball-2026-11-24T040009Z.zip')
  expect(backupName(moment, true)).toBe('multiball-2026-11-24T040009Z.zip.age')
  expect([backupName(moment, false), backupName(moment, true)].map(momentOf)).toEqual([moment, moment])
})

test.each([
  'ann.zip',
  'multiball-2026-11-24.zip',
  'multiball-2026-13-24T040009Z.zip',
  'multiball-2026-11-24T040009Z.zip.part',
  'x-multiball-2026-11-24T040009Z.zip',
])('%s is none of ours', (name) => {
  expect(momentOf(name)).toBeUndefined()
})

describe('BAK-02 the newest of so many days, weeks and months stay', () => {
  // One a day at four for 400 days up to Tuesday, 2026-11-24.
  const year = Array.from({ length: 400 }, (_, ago) => backupName(at('2026-11-24T04:00:00Z') - ago * daysMs, false))
  const kept = (names: readonly string[], keep: Parameters<typeof outdated>[1]) => {
    const gone = outdated(names, keep)
    return names.filter((name) => !gone.includes(name)).map((name) => name.slice(10, 20))
  }
  test.each([
    ['days', { daily: 3, weekly: 0, monthly: 0 }, ['2026-11-24', '2026-11-23', '2026-11-22']],
    [
      'weeks: the newest, and the Sundays before',
      { daily: 0, weekly: 3, monthly: 0 },
      ['2026-11-24', '2026-11-22', '2026-11-15'],
    ],
    [
      'months: the newest, and the last days before',
      { daily: 0, weekly: 0, monthly: 3 },
      ['2026-11-24', '2026-10-31', '2026-09-30'],
    ],
    ['all together', { daily: 2, weekly: 2, monthly: 2 }, ['2026-11-24', '2026-11-23', '2026-11-22', '2026-10-31']],
    ['none asked for: the newest', { daily: 0, weekly: 0, monthly: 0 }, ['2026-11-24']],
  ])('%s', (_title, keep, expected) => {
    expect(kept(year, keep)).toEqual(expected)
    expect(kept([...year].reverse(), keep).reverse()).toEqual(expected)
  })

  test('of one day the newest; a gap costs nothing; what is none of ours is never removed', () => {
    const names = [
      'multiball-2026-11-24T040000Z.zip',
      'multiball-2026-11-24T090000Z.zip.age',
      'multiball-2026-01-01T040000Z.zip',
      'notes.txt',
      'ann.zip',
    ]
    expect(outdated(names, { daily: 2, weekly: 0, monthly: 0 })).toEqual(['multiball-2026-11-24T040000Z.zip'])
  })
})

test.each([
  ['2026-11-24T05:00:00Z', 4, '2026-11-24T04:00:00Z'],
  ['2026-11-24T04:00:00Z', 4, '2026-11-24T04:00:00Z'],
  ['2026-11-24T03:59:59Z', 4, '2026-11-23T04:00:00Z'],
  ['2026-01-01T00:30:00Z', 23, '2025-12-31T23:00:00Z'],
])('at %s the last one at %i was due at %s', (now, hour, due) => {
  expect(new Date(lastDue(at(now), hour))).toEqual(new Date(due))
})
