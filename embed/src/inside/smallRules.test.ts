import { themeOf } from './themeOf'
import { wishedSize } from './useWishedSize'

test.each([
  [{}, { background: undefined, accent: undefined }],
  [{ theme: 'board' }, { background: undefined, accent: undefined }],
  [{ theme: 'dark', accent: '#0055ff' }, { background: '#000000', accent: '#0055ff' }],
  [{ theme: 'light', accent: 'red' }, { background: '#ffffff', accent: undefined }],
  [{ theme: 'dark', background: '#123' }, { background: '#123', accent: undefined }],
  [{ theme: 'light', background: 'url(x)' }, { background: '#ffffff', accent: undefined }],
] as const)('a look of %j makes the colours %j', (look, expected) => expect(themeOf(look)).toEqual(expected))

test.each([
  [1280, { width: 1280, height: 720 }],
  [390, { width: 390, height: 520 }],
])('at a width of %d px a board suits %j', (width, size) => expect(wishedSize(width)).toEqual(size))
