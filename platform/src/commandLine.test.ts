import { argumentsOf } from './commandLine'

const known = { percent: true, files: false }

test.each<[string, object]>([
  ['publish mf-xy', { words: ['publish', 'mf-xy'], options: {} }],
  ['publish mf-xy --percent 5', { words: ['publish', 'mf-xy'], options: { percent: '5' } }],
  ['promote --percent=5 mf-xy 1.0.0', { words: ['promote', 'mf-xy', '1.0.0'], options: { percent: '5' } }],
  ['check --files', { words: ['check'], options: { files: '' } }],
])('%s', (typed, expected) => {
  expect(argumentsOf(typed.split(' '), known)).toEqual(expected)
})

test.each([
  ['promote mf-xy --percent', /--percent needs a value/],
  ['promote mf-xy --share 5', /no option --share. Known: --percent, --files/],
])('%s is refused', (typed, sentence) => {
  expect(() => argumentsOf(typed.split(' '), known)).toThrow(sentence)
})
