import { quoteLongNumbers } from './devices.routes'

test.each([
  ['{"a":9007199254740993}', '{"a":"9007199254740993"}'],
  ['{"a":-9223372036854775808,"b":5}', '{"a":"-9223372036854775808","b":5}'],
  ['{"a":"9007199254740993"}', '{"a":"9007199254740993"}'],
  ['{"a":"say \\"9007199254740993\\""}', '{"a":"say \\"9007199254740993\\""}'],
  ['{"a":12345678901234567.0,"b":1.5}', '{"a":"12345678901234567.0","b":"1.5"}'],
  ['{"a":1.2345678901234567e17,"b":-1E+3}', '{"a":"1.2345678901234567e17","b":"-1E+3"}'],
  ['{"a":"about 1.5e3","b":12}', '{"a":"about 1.5e3","b":12}'],
  ['[1,2]', '[1,2]'],
  ['{"a":1.000,"b":-12.00,"c":"1.000","d":1.0001000}', '{"a":"1.0","b":"-12.0","c":"1.000","d":"1.0001000"}'],
])('%s', (json, expected) => {
  expect(quoteLongNumbers(json)).toBe(expected)
})

test.each<[string, string, string?]>([
  ['a string without an end', `{"a":"${'\\"'.repeat(400_000)}`],
  ['a string that breaks off in an escape', `{"a":"${'\\\n"'.repeat(300_000)}\\`],
  ['zeros without an end', `{"a":1.${'0'.repeat(800_000)}1}`, `{"a":"1.${'0'.repeat(800_000)}1"}`],
  ['digits without an end', `{"a":${'9'.repeat(800_000)}.`, `{"a":"${'9'.repeat(800_000)}".`],
])('%s is done before the test runner gives up', (_title, json, expected = json) => {
  expect(quoteLongNumbers(json)).toBe(expected)
})
