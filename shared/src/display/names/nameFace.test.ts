import { cleanName, nameFace } from './nameFace'

test.each([
  ['Wilhelmina Hargreaves-Nakamura', 'condensed'],
  ['Željko Đorđević', 'condensed'],
  ['Þórunn Ósk Einarsdóttir', 'condensed'],
  ['Ιωάννα Παπαδοπούλου', 'condensed'],
  ['Sam “Tilt” O’Neill', 'condensed'],
  ['Anh Nguyễn', 'wide'],
  ['Дмитрий Соколов', 'wide'],
  ['Екатерина S.', 'wide'],
  ['محمد', 'wide'],
  ['Bex 🎱', 'wide'],
])('%s is set wholly in the %s face', (name, face) => expect(nameFace(name)).toBe(face))

test.each([
  ['  Maria \n Okonkwo ', 'Maria Okonkwo'],
  ['\u200b\u200e\u2060\ufeff', ''],
  ['\u3164', ''],
  ['\u200d', ''],
  ['abc\u202egnp.exe', 'abcgnp.exe'],
  ['e\u0301', 'é'],
  [`Z${'\u0335'.repeat(30)}o`, 'Z\u0335\u0335o'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['\u2800\u2800', ''],
  ['\u0301\u20dd', ''],
  [`x${'\u20dd'.repeat(9)}`, 'x\u20dd\u20dd'],
  ['\ufff9ruby\ufffb', 'ruby'],
])('cleanName(%j) is %j', (name, clean) => expect(cleanName(name)).toBe(clean))

test('an endless name is cut before it costs layout', () =>
  expect([...cleanName('x'.repeat(100_000))]).toHaveLength(120))
