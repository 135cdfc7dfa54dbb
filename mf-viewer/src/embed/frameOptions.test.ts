import { readOptions, readQuery } from './frameOptions'

test.each<[string, object, string[]]>([
  ['', { theme: 'board' }, []],
  ['?theme=dark&accent=%23ff8800&lang=de', { theme: 'dark', accent: '#ff8800', lang: 'en' }, []],
  ['?theme=light&accent=f80&lang=EN-gb&key=secret&title=Wall', { theme: 'light', accent: '#f80', lang: 'en-GB' }, []],
  ['?theme=&accent=&lang=', { theme: 'board' }, []],
  ['?theme=neon&accent=red&lang=english_', { theme: 'board' }, ['theme', 'accent', 'lang']],
  ['?accent=url(//evil.example)&theme=dark;', { theme: 'board' }, ['theme', 'accent']],
  ['?colour=red&colour=blue&utm_source=x', { theme: 'board' }, ['colour', 'utm_source']],
  ['?__proto__=1&constructor=2', { theme: 'board' }, ['__proto__', 'constructor']],
])('%s is read as %j, and %j is refused', (search, options, refused) => {
  expect(readQuery(search)).toMatchObject({ options, refused })
  expect(Object.keys(readQuery(search).options).sort()).toEqual(Object.keys(options).sort())
})

test.each([
  ['?title=Front%20window', 'Front window'],
  ['?title=%00a%0Ab', 'a b'],
  ['?title=%20', undefined],
  [`?title=${'x'.repeat(999)}`, 'x'.repeat(256)],
  ['', undefined],
])('%s names the frame %j', (search, title) => {
  expect(readQuery(search).title).toBe(title)
})

test('what is no text is refused, whatever it is', () => {
  expect(readOptions(() => ({ toString: () => 'dark' }))).toEqual({ options: {}, refused: ['theme', 'accent', 'lang'] })
  expect(readOptions(() => null)).toEqual({ options: {}, refused: [] })
})
