import { withName } from './commandLine'

test.each([
  [[], ['mf-xy']],
  [['mf-xy'], ['mf-xy']],
  [
    ['1.0.0', '--percent', '5'],
    ['mf-xy', '1.0.0', '--percent', '5'],
  ],
  [
    ['mf-xy', '1.0.0'],
    ['mf-xy', '1.0.0'],
  ],
  [['--files'], ['mf-xy', '--files']],
])('SHP-05 in the folder of mf-xy %j means %j', (words, expected) => {
  expect(withName('mf-xy', words)).toEqual(expected)
})

test.each(['mf-zz', 'shell', 'embed'])('SHP-05 in the folder of mf-xy nothing is done to %s', (other) => {
  expect(() => withName('mf-xy', [other])).toThrow(`This is the folder of mf-xy`)
})
