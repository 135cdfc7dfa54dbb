import type { CustomScores } from '@multiball/shared/schema'
import { tapsIn } from './taps'

const posted = (document: unknown, fields: { sequence?: number | null; is_old?: boolean } = {}): CustomScores => ({
  feeds: { taps: { kind: 'posted', document, sequence: 4, as_of: '2026-11-20T20:42:00Z', is_old: false, ...fields } },
  epoch: 'a',
  seq: 1,
})

test('before the first state nothing is known, and before the first post nothing is there', () => {
  expect(tapsIn(undefined).state).toBe('waiting')
  expect(tapsIn(posted(null, { sequence: null })).state).toBe('none')
})

test('a tap that is not as it should be is left out, and the others keep their numbers', () => {
  const { taps } = tapsIn(
    posted({
      taps: [
        { name: 'Tilt', price: 6.5 },
        { name: '' },
        'beer',
        { name: 'Outlane', left: 101 },
        { name: 'Skill Shot' },
      ],
    }),
  )
  expect(taps.map(({ number, tap }) => `${number} ${tap.name}`)).toEqual(['1 Tilt', '5 Skill Shot'])
})

test.each([['a list'], [{ beers: [] }], [null], [{ taps: Array.from({ length: 101 }, () => ({ name: 'Tilt' })) }]])(
  'what is no list of taps is said so: %#',
  (document) => {
    expect(tapsIn(posted(document)).state).toBe('unreadable')
  },
)

test('since when a list is old', () => {
  expect(tapsIn(posted({ taps: [] })).oldSince).toBeUndefined()
  expect(tapsIn(posted({ taps: [] }, { is_old: true })).oldSince).toBe(Date.parse('2026-11-20T20:42:00Z'))
})
