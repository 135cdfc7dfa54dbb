import { areTight, callsShown, namesShown } from './callsShown'

const call = (names: number, letters: number, machine = 'Totem') => ({
  machine,
  names: Array.from({ length: names }, () => 'x'.repeat(letters)),
})

test.each([
  ['four pairs with short names', 'wide', [call(2, 9), call(2, 9), call(2, 9), call(2, 9)], 4],
  ['two games of four with usual names', 'wide', [call(4, 12), call(4, 12)], 2],
  ['two games of four with long names, one after the other', 'wide', [call(4, 22), call(3, 9)], 1],
  ['long queues, whose names are not all shown', 'wide', [call(30, 10), call(30, 10)], 2],
  ['a machine with a long name', 'wide', [call(2, 5, 'm'.repeat(80)), call(2, 5), call(2, 5)], 2],
  ['two pairs on an upright screen', 'tall', [call(2, 6), call(2, 6)], 2],
  ['two pairs with usual names on an upright screen', 'tall', [call(2, 12), call(2, 12)], 1],
  ['a game of four with long names on an upright screen', 'tall', [call(4, 30)], 1],
] as const)('EVT-10 %s', (_what, shape, calls, expected) => expect(callsShown(shape, calls)).toBe(expected))

test.each([
  ['wide', call(4, 22), false],
  ['wide', call(8, 22), true],
  ['tall', call(2, 12), false],
  ['tall', call(4, 12), true],
] as const)('EVT-10 names on a %s screen are shortened only where they have no room', (shape, only, expected) =>
  expect(areTight(shape, [only])).toBe(expected),
)

test.each([
  ['wide', 1, 8],
  ['wide', 4, 2],
  ['wide', 5, 2],
  ['tall', 1, 4],
] as const)('EVT-10 on a %s screen %i calls have %i names each', (shape, calls, names) =>
  expect(namesShown(shape, calls)).toBe(names),
)
