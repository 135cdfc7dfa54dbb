import { queueText, readQueue } from './queue'

const lines = (...list: string[]) => list.join('\n')

test.each<[string, string, string[][]]>([
  ['vs', 'Ann vs Bob', [['Ann', 'Bob']]],
  [
    'vs with a dot, in capitals, v',
    lines('Ann VS. Bob', 'Cy v Di', 'Eve versus Flo'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
      ['Eve', 'Flo'],
    ],
  ],
  ['a comma', 'Ann, Bob', [['Ann', 'Bob']]],
  ['tabs, as from a spreadsheet', 'Ann\tBob', [['Ann', 'Bob']]],
  ['tabs with the number of the match before', '12\tAnn\t\tBob', [['Ann', 'Bob']]],
  [
    'one name a line, in pairs',
    lines('Ann', 'Bob', 'Cy', 'Di'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
    ],
  ],
  ['one name left over', lines('Ann', 'Bob', 'Cy'), [['Ann', 'Bob'], ['Cy']]],
  ['an empty line ends a pair', lines('Ann', '', 'Bob', 'Cy'), [['Ann'], ['Bob', 'Cy']]],
  [
    'numbers and bullets',
    lines('1. Ann vs Bob', '2) Cy vs Di', 'Match 3: Eve, Flo', '- Gus vs Hal', '• Ida vs Jo'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
      ['Eve', 'Flo'],
      ['Gus', 'Hal'],
      ['Ida', 'Jo'],
    ],
  ],
  ['four names', 'Ann, Bob, Cy, Di', [['Ann', 'Bob', 'Cy', 'Di']]],
  [
    'semicolons, bars, slashes and dashes',
    lines('Ann; Bob', 'Cy | Di', 'Eve / Flo', 'Gus – Hal'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
      ['Eve', 'Flo'],
      ['Gus', 'Hal'],
    ],
  ],
  ['a comma inside quotes', '"Smith, Ann",Bob', [['Smith, Ann', 'Bob']]],
  ['teams: the comma belongs to the name', 'Ann, Bob vs Cy, Di', [['Ann, Bob', 'Cy, Di']]],
  [
    'hyphens, apostrophes and dots in names',
    'Jean-Luc O’Neill vs J. R. Smith-Jones',
    [['Jean-Luc O’Neill', 'J. R. Smith-Jones']],
  ],
  ['names that hold a v', 'Eva vs Ivo', [['Eva', 'Ivo']]],
  ['names of one letter and of numbers', 'V vs 808', [['V', '808']]],
  [
    'lines of Windows and blanks around',
    '  Ann vs Bob  \r\n\r\n Cy , Di \r\n',
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
    ],
  ],
  ['other scripts', 'Дмитрий vs 김민준', [['Дмитрий', '김민준']]],
  ['markup stays text', '<b>Ann</b> vs Bob', [['<b>Ann</b>', 'Bob']]],
  [
    'vs in a column of its own',
    lines('Ann\tvs\tBob', 'Cy\t-\tDi', 'Eve, VS., Flo'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
      ['Eve', 'Flo'],
    ],
  ],
  [
    'vs in a line of its own',
    lines('Ann', 'vs', 'Bob', '', 'Cy', '–', 'Di'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
    ],
  ],
  [
    'players called V and vs',
    lines('V', 'Ann', 'Bob vs V', 'vs, Cy'),
    [
      ['V', 'Ann'],
      ['Bob', 'V'],
      ['vs', 'Cy'],
    ],
  ],
  [
    'scores beside the names',
    lines('1\tAnn\t1,200\tBob\t0', 'Cy;30;Di;4'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
    ],
  ],
  [
    'players called by their numbers',
    lines('Player 1, Player 2', 'Player 3, Player 4'),
    [
      ['Player 1', 'Player 2'],
      ['Player 3', 'Player 4'],
    ],
  ],
  ['nothing', ' \n\t\n , \n', []],
])('CTL-06 a queue with %s', (_what, text, matches) => expect(readQueue(text)).toEqual({ matches, notes: [] }))

test.each<[string, string, string[][]]>([
  [
    'machine and scores',
    lines('Match\tMachine\tPlayer 1\tScore\tPlayer 2\tScore', '1\tGodzilla\tAnn\t12\tBob\t7', '2\tTaxi\tCy\t\tDi\t'),
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
    ],
  ],
  ['names that are numbers', lines('', 'Home, vs, Away', '808, vs, Ann'), [['808', 'Ann']]],
  ['one name a line', lines('Round; Name', '1; Ann', '1; Bob'), [['Ann', 'Bob']]],
])('CTL-15 a table whose headings say which columns are players: %s', (_what, text, matches) => {
  expect(readQueue(text)).toEqual({
    matches,
    notes: ['The first line was read as headings: only the columns of players are kept.'],
  })
})

test('CTL-06 what does not fit is left out, and said', () => {
  expect(readQueue('A, B, C, D, E')).toEqual({
    matches: [['A', 'B', 'C', 'D']],
    notes: ['One line has more than 4 names: the others are left out.'],
  })
  const many = readQueue(Array.from({ length: 501 }, (_, at) => `A${at} vs B${at}`).join('\n'))
  expect([many.matches.length, many.notes]).toEqual([500, ['Only the first 500 matches are kept.']])
  expect(readQueue(`${'é'.repeat(100)} vs Bob`).matches[0]![0]).toHaveLength(80)
  expect(readQueue('Ann\u0007 vs \ud800Bob\u202e').matches).toEqual([['Ann', 'Bob']])
})

test.each([
  [
    [
      ['Ann', 'Bob'],
      ['Cy', 'Di'],
    ],
  ],
  [[['Ann'], ['Bob', 'Cy'], ['Di']]],
  [[['A', 'B', 'C', 'D']]],
])('CTL-06 a queue as text is read as the same: %j', (matches) => {
  expect(readQueue(queueText(matches)).matches).toEqual(matches)
})
