import * as v from 'valibot'
import { EnteredScoreInput } from './entered'

const scoreOf = (score: unknown) => {
  const parsed = v.safeParse(v.pick(EnteredScoreInput, ['score']), { score }, { abortPipeEarly: true })
  return parsed.success ? parsed.output.score : parsed.issues[0].message
}

test.each<[unknown, bigint]>([
  ['0', 0n],
  [500, 500n],
  [' 1234567 ', 1_234_567n],
  ['1,234,567', 1_234_567n],
  ['1.234.567', 1_234_567n],
  ['1.000', 1_000n],
  ['1 234 567', 1_234_567n],
  ['1\u00a0234\u202f567', 1_234_567n],
  ["1'234'567", 1_234_567n],
  ['1’234’567', 1_234_567n],
  ['1_234_567', 1_234_567n],
  ['9,999,999,999,999', 9_999_999_999_999n],
  ['00042', 42n],
])('ENT-02 the score %p is %p', (written, score) => {
  expect(scoreOf(written)).toBe(score)
})

test.each([
  ['', 'Please enter the score'],
  [null, 'Please enter the score'],
  ['12M', 'A score has only digits, such as 1,234,567'],
  ['1O0', 'A score has only digits, such as 1,234,567'],
  ['-5', 'A score can’t be below zero'],
  [-5, 'A score can’t be below zero'],
  ['12.5', 'Please enter whole points, such as 1,234,567'],
  ['1,23,456', 'Please enter whole points, such as 1,234,567'],
  [1.5, 'Please enter whole points, such as 1,234,567'],
  ['10000000000000', 'A score has at most 13 digits'],
  ['1234567890123456789012345', 'A score has at most 13 digits'],
])('ENT-02 the score %p is refused: %s', (written, sentence) => {
  expect(scoreOf(written)).toBe(sentence)
})
