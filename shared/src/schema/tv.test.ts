import * as v from 'valibot'
import { PairTvInput, readTvCode, TvCode, tvCodeLetters } from './tv'

test.each([
  ['K7M2XD', 'K7M2XD'],
  ['k7m 2xd', 'K7M2XD'],
  [' k7m-2xd\n', 'K7M2XD'],
  ['K7MZXO', 'K7M2XD'],
  ['0OQ', 'DDD'],
  ['1IlL', 'LLLL'],
  ['5sS', '555'],
  ['8b6gUv', '88GGVV'],
  ['K7M·2XD', 'K7M2XD'],
])('the code that was typed as %j is read as %s', (typed, code) => expect(readTvCode(typed)).toBe(code))

test('whatever letter or digit is typed is one that codes are made of, and those stay what they are', () => {
  for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') expect(tvCodeLetters).toContain(readTvCode(character))
  expect(readTvCode(tvCodeLetters)).toBe(tvCodeLetters)
})

test.each(['', 'K7M2X', 'K7M2XDA', 'é!', 'x'.repeat(101)])('%j is no code', (typed) => {
  expect(v.safeParse(TvCode, typed).issues?.[0].message).toBe('Type the six characters that the TV shows')
})

test.each([
  [{ name: ' ' }, 'name', 'Name must not be blank'],
  [{ name: 'x'.repeat(81) }, 'name', 'At most 80 characters'],
  [{ board: undefined }, 'board', 'Please choose a board'],
  [{ board: { type: 'scoreboard', id: 0 } }, 'board', 'Please choose a board'],
])('%j is refused at %s', (fields, field, message) => {
  const { issues = [] } = v.safeParse(PairTvInput, {
    code: 'K7M2XD',
    name: 'Bar',
    board: { type: 'scoreboard', id: 1 },
    ...fields,
  })
  expect(issues.map(({ path, message: said }) => [path?.[0].key, said])).toContainEqual([field, message])
})
