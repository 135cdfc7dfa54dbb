import * as v from 'valibot'
import { ProfileInput, Registration } from './account'
import { Title } from './boards/board'
import { asItLooks } from './primitives/values'

const firstIssue = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value, { abortPipeEarly: true })
  return result.success ? result.output : result.issues[0].message
}

test.each([
  ['T1\u200B', 'T1'],
  ['T\u200D1', 'T1'],
  ['\uFEFF a\u202Eb \u2066', 'ab'],
  ['Cafe\u0301', 'Caf\u00E9'],
  ['👩\u200D💻', '👩\u200D💻'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
])('ACC-22 %j looks like %j, and is kept so', (typed, kept) => {
  expect(asItLooks(typed)).toBe(kept)
})

test('FRM-03 ACC-22 lengths are counted in characters: an emoji is one', () => {
  expect(firstIssue(Title, '🎱'.repeat(256))).toBe('🎱'.repeat(256))
  expect(firstIssue(Title, '🎱'.repeat(257))).toBe('Title must be at most 256 characters')
  expect(firstIssue(Title, 'x'.repeat(900_000))).toBe('Title must be at most 256 characters')
  for (const unseen of [' \u200B ', '\u2800']) expect(firstIssue(Title, unseen)).toBe('Title must not be blank')
  expect(firstIssue(ProfileInput.entries.initials, '🎱🎱🎱')).toBe('🎱🎱🎱')
  expect(firstIssue(ProfileInput.entries.initials, 'ABCD')).toBe('Initials must less than 4 characters')
})

test.each([
  ['dеmo', 'Letters of different alphabets cannot be mixed'],
  ['демо', 'демо'],
  ['jürgen_7', 'jürgen_7'],
  ['山田taro', '山田taro'],
  ['ｄｅｍｏ', 'Special forms of letters, such as ａ or ﬁ, are not allowed'],
  ['ﬁnn', 'Special forms of letters, such as ａ or ﬁ, are not allowed'],
  ['de\u202Emo', 'demo'],
  ['demo\u034F', 'Characters that nobody sees are not allowed'],
  ['demo\u{E0041}', 'Characters that nobody sees are not allowed'],
  ['demo\uFE0F', 'Characters that nobody sees are not allowed'],
  ['demo\u2800', 'Characters that nobody sees are not allowed'],
  ['demo\uFFF9', 'Characters that nobody sees are not allowed'],
  ['می\u200Cخواهم ❤\uFE0F', 'می\u200Cخواهم ❤\uFE0F'],
])('ACC-22 the username %s: %s', (typed, expected) => {
  expect(firstIssue(Registration.entries.username, typed)).toBe(expected)
})

test('ACC-22 a display name that nobody sees is none', () => {
  expect(firstIssue(ProfileInput.entries.display_name, '\u200B\u3164\u2800')).toBe('')
})

test.each([
  ['marks', `a${'\u0301'.repeat(15_000)}${'\u0323'.repeat(15_000)}`],
  ['joiners', `\u0915${'\u200C'.repeat(30_000)}\u0915`],
])(
  'RUN-05 a text of thousands of %s is refused before it is composed, which would hold up everybody',
  (_what, text) => {
    const composing = jest.spyOn(String.prototype, 'normalize')
    expect(firstIssue(Registration.entries.first_name, text)).toBe('At most 150 characters')
    expect(composing).not.toHaveBeenCalled()
    composing.mockRestore()
  },
)

test.each(['नमस्ते', 'می‌خواهم', 'क्‍ष', '👩‍👩‍👧‍👦', `e${'\u0301'.repeat(30)}`.normalize('NFC')])(
  'ACC-22 %s is a name',
  (name) => {
    expect(firstIssue(ProfileInput.entries.display_name, name)).toBe(name)
  },
)
