import { namesJackpot, parseMode, visibleModes } from './modes'

describe('parseMode', () => {
  test.each([
    ['MB:Dragon Multiball', 'MB', 'Dragon Multiball', 'green'],
    ['BL:Ball Save', 'BL', 'Ball Save', 'green'],
    ['WM:Wizard Mode', 'WM', 'Wizard Mode', 'orange'],
    ['EB1:Lit', 'EB', 'Lit', 'red'],
    ['BX2:Bonus X', 'BX', 'Bonus X', 'blue'],
    ['NA:Hurry Up', 'NA', 'Hurry Up', 'yellow'],
    ['XX:Anything', 'XX', 'Anything', 'white'],
    ['mb:lower', 'MB', 'lower', 'green'],
    ['NA: Part 2: the end', 'NA', 'Part 2: the end', 'yellow'],
    ['no prefix at all', '', 'no prefix at all', 'white'],
    ['', '', '', 'white'],
  ])('VSB-05 the prefix colours: %s', (text, prefix, label, color) =>
    expect(parseMode(text)).toEqual({ prefix, label, color }),
  )

  test.each([
    ['MB1{red}:Multiball', 'red'],
    ['EB{BLUE}:Extra Ball', 'blue'],
    ['NA{ pink }:Lock', 'pink'],
    ['MB{orange}:x', 'orange'],
    ['MB{yellow}:x', 'yellow'],
    ['WM{green}:x', 'green'],
    ['MB{purple}:x', 'purple'],
    ['MB{gold}:x', 'white'],
    ['MB{constructor}:x', 'white'],
    ['MB{}:x', 'green'],
  ])('VSB-05 a colour in braces wins: %s', (text, color) => expect(parseMode(text).color).toBe(color))

  test.each([
    ['NA:Extra Ball Lit', 'red'],
    ['MB:EXTRA BALL', 'red'],
    ['WM:Lock is lit', 'green'],
    ['WM:LOCK 2', 'green'],
    ['NA:BallLock', 'green'],
    ['NA:Clock Tower', 'yellow'],
    ['NA:Blocked', 'yellow'],
  ])('VSB-05 the label names an extra ball or a lock: %s', (text, color) => expect(parseMode(text).color).toBe(color))
})

describe('VSB-06 which modes are shown', () => {
  const labels = (modes: string[]) => visibleModes(modes).map((mode) => mode.label)

  test.each([
    ['ZZ, CP and XY are hidden', ['ZZ:a', 'NA:b', 'CP:c', 'XY:d'], ['b']],
    ['XY is shown alone when it is the one mode', ['XY:d'], ['d']],
    ['XY twice the same is one mode', ['XY:d', 'XY:d'], ['d']],
    ['two XY are not one', ['XY:d', 'XY:e'], []],
    ['XY beside a hidden one stays hidden', ['XY:d', 'ZZ:a'], []],
    ['ZZ alone stays hidden', ['ZZ:a'], []],
    ['XX is a mode like any', ['XX:x'], ['x']],
    ['a mode without a label says nothing', ['MB:', 'NA:b'], ['b']],
    ['each mode once', ['NA:b', 'NA:b'], ['b']],
  ])('%s', (_, modes, expected) => expect(labels(modes)).toEqual(expected))
})

test('VSB-06 a mode without anything to see is none, and an endless one is cut', () => {
  expect(visibleModes(['NA:\u200b', 'MB:\u3164\u2800', 'NA:Jackpot'])).toHaveLength(1)
  expect(parseMode(`NA:${'m'.repeat(10_000)}`).label).toHaveLength(120)
})

test.each([
  ['Super Jackpot', true],
  ['JACKPOT x2', true],
  ['Jackpot lit', false],
  ['Super Jackpot Ready', false],
  ['Multiball', false],
])('MOM-42 a jackpot that is won: %s, %s', (label, expected) => expect(namesJackpot(label)).toBe(expected))
