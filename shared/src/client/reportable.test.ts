import { reportable } from './clientErrors'

test.each([
  [`Cannot read properties of undefined (reading 'title')`, `Cannot read properties of undefined (reading 'title')`],
  ['scores is not iterable\n    at draw (page.js:1)', 'scores is not iterable'],
  ['mf-xy 1.0.0: REMOTE_ENTRY_FAILED (HTTP 500)', 'mf-xy 1.0.0: REMOTE_ENTRY_FAILED (HTTP 500)'],
  ['no answer of https://boards.example.com/api/scoreboard/7/?key=secret in time', 'no answer of … in time'],
  ['ann@example.com is no name', '… is no name'],
  [`Unexpected token in "Ann Example 12"`, 'Unexpected token in …'],
  ['no board 6f1c1a52-8a5c-4f0e-9a51-3f6d1d1c7b11', 'no board …'],
  ['score 123456789 is too high', 'score … is too high'],
  ['x'.repeat(5000), 'x'.repeat(200)],
])('of %j is said %j', (message, said) => {
  expect(reportable(message)).toBe(said)
})
