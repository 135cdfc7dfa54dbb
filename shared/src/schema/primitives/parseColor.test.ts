import { parseColor } from './parseColor'

test.each([
  ['#000', { red: 0, green: 0, blue: 0 }],
  ['#1a2B3c', { red: 26, green: 43, blue: 60 }],
  ['#12345', undefined],
  ['red', undefined],
  ['#000;background:url(//x)', undefined],
  ['#000\n', undefined],
  ['', undefined],
])('a colour is #rgb or #rrggbb and nothing else: %j', (text, color) => {
  expect(parseColor(text)).toEqual(color)
})
