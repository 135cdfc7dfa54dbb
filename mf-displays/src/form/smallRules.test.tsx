import { boardKey, matching } from '@multiball/shared/forms'
import * as v from 'valibot'
import { changeFormSchema, draftOfScreen, screenOf } from './tvFormSchemas'
import { asOption, boardOf, wordsOf, type TitledBoard } from './boardChoice'
import { shownCode } from '@multiball/shared/pages'

test.each([
  ['k7m2xd', 'K7M 2XD'],
  ['K7M 2XD', 'K7M 2XD'],
  ['K7M-2XO', 'K7M 2XD'],
  ['k7', 'k7'],
  ['', ''],
  ['K7M2XDD', 'K7M2XDD'],
])('the code %j stands in the field as %j', (typed, shown) => expect(shownCode(typed)).toBe(shown))

test.each([
  ['slideshow 4', { type: 'slideshow', id: 4 }],
  ['', undefined],
  ['a clock 4', undefined],
  ['scoreboard', undefined],
  ['scoreboard 0', undefined],
  ['scoreboard 4x', undefined],
])('%j names %j', (key, name) => {
  expect(boardOf(key)).toEqual(name)
  if (name) expect(boardKey(boardOf(key)!)).toBe(key)
})

test.each([
  ['', [1, 2, 3]],
  ['wall', [1, 2]],
  ['wall combo', [2]],
  ['LEADER', [3]],
  ['nothing', []],
])('%j finds the boards %j', (text, ids) => {
  const choices: TitledBoard[] = [
    { type: 'scoreboard', id: 1, title: 'Lobby wall' },
    { type: 'comboboard', id: 2, title: 'Back wall' },
    { type: 'leaderboard', id: 3, title: 'House records' },
  ]
  expect(matching(choices, text, wordsOf).map(({ id }) => id)).toEqual(ids)
  expect(asOption(choices[1]!)).toEqual({ id: 'comboboard 2', label: 'Back wall', detail: 'Comboboard' })
})

test.each([
  [{ is_dimmed: false, dim_level: Number.NaN, dim_from: '' }, null],
  [{ is_dimmed: false, dim_from: '22:00', dim_until: '22:00' }, null],
  [
    { is_dimmed: true, dim_level: 40 },
    { from: '22:00', until: '07:00', level: 40 },
  ],
  [{ is_dimmed: true, dim_level: 4 }, 'A whole number from 5 to 100'],
  [{ is_dimmed: true, dim_until: '22:00' }, 'The night must not end when it begins'],
])('the night typed as %j is saved as %j: what is not on the page holds nothing up', (typed, expected) => {
  const result = v.safeParse(changeFormSchema, {
    name: 'Bar',
    board: 'scoreboard 1',
    ...draftOfScreen(undefined),
    ...typed,
  })
  expect(result.success ? screenOf(result.output).dim : result.issues[0].message).toEqual(expected)
})

test.each([
  [{ sound: 'off', has_quiet: true, quiet_from: '' }, null],
  [
    { sound: 'low', has_quiet: false, quiet_from: '' },
    { volume: 'low', quiet: null },
  ],
  [
    { sound: 'high', has_quiet: true, quiet_until: '09:30' },
    { volume: 'high', quiet: { from: '22:00', until: '09:30' } },
  ],
  [{ sound: 'high', has_quiet: true, quiet_until: '22:00' }, 'The quiet hours must not end when they begin'],
])('SND-01 the sound typed as %j is saved as %j', (typed, expected) => {
  const result = v.safeParse(changeFormSchema, {
    name: 'Bar',
    board: 'scoreboard 1',
    ...draftOfScreen(undefined),
    ...typed,
  })
  expect(result.success ? screenOf(result.output).sound : result.issues[0].message).toEqual(expected)
})
