import { textIn } from '../files/textIn'
import { documentFromCsv, documentFromJson } from './eventFiles'

const standings = 'Place;Name;Points;Initials\n1;Ann Lee;21,5;ANN\n2;Bob;19;\n'
const matches =
  'machine,state,player1,player2,result\nMedieval Madness,finished,Ann Lee,Bob,Bob > Ann Lee\nTaxi,,Cem,Ann Lee,\n'

test('EVF-01 tables of a director become a document: players by their names, machines by theirs', () => {
  expect(documentFromCsv({ name: 'Club night', standings, matches })).toMatchObject({
    name: 'Club night',
    status: 'playing',
    players: [{ id: 'Ann Lee', initials: 'ANN' }, { id: 'Bob' }, { id: 'Cem' }],
    machines: [{ name: 'Medieval Madness' }, { name: 'Taxi' }],
    matches: [
      { state: 'finished', machine: 'Medieval Madness', players: ['Ann Lee', 'Bob'], order: ['Bob', 'Ann Lee'] },
      { state: 'playing', machine: 'Taxi', players: ['Cem', 'Ann Lee'] },
    ],
    standings: [
      { player: 'Ann Lee', place: 1, points: 21.5 },
      { player: 'Bob', place: 2, points: 19 },
    ],
  })
})

test('EVF-01 one table is enough, and one without rows is a tournament that begins later', () => {
  expect(documentFromCsv({ name: 'Club night', standings })).toMatchObject({ status: 'between', matches: [] })
  expect(documentFromCsv({ name: 'Club night', standings: 'place,name\n' })).toMatchObject({
    status: 'planned',
    players: [],
  })
})

test('EVF-01 rows that a spreadsheet leaves empty are none, and the lines of the others stay', () => {
  const files = {
    name: 'Club night',
    standings: 'place,name,points\r\n1,Ann,5\r\n,,\r\n2,Bob,3\r\n, ,\r\n',
    matches: 'player1;player2;machine\nAnn;Bob;Taxi\n;;\n',
  }
  expect(documentFromCsv(files)).toMatchObject({
    standings: [{ player: 'Ann' }, { player: 'Bob' }],
    matches: [{ players: ['Ann', 'Bob'] }],
  })
  expect(() => documentFromCsv({ ...files, standings: 'place,name\n1,Ann\n,\nx,Bob\n' })).toThrow('standings, line 4: ')
})

test.each([
  ['a first line that names the separator', 'SEP=;\r\nplace;name;points\r\n1;Zoë Quinn;12,5\r\n'],
  [
    'lines that end as on an old Mac, and the other separator in a name',
    'place,name,points\r1,Zoë Quinn,12.5\r2,"Chan; Bo",3\r',
  ],
  ['a quotation mark within a cell', 'place,name,points\n1,Zoë Quinn,12.5\n2,Bo "The Flipper" Chan,3\n'],
])('EVF-01 a table with %s is read as a spreadsheet shows it', (_what, table) => {
  expect(documentFromCsv({ name: 'Club night', standings: table }).standings[0]).toEqual({
    player: 'Zoë Quinn',
    place: 1,
    points: 12.5,
  })
})

test('EVF-01 names that look alike are one player and one machine, in all tables and in results', () => {
  const files = {
    standings: 'place,name\n1,Zo\u00eb Quinn\n2,Bo Chan\n',
    matches:
      'player1,player2,machine,result\nZoe\u0308\u00a0Quinn,Bo  Chan,Medieval\u00a0Madness,Bo\u00a0Chan > Zo\u00eb\u200b Quinn\nBo Chan,Zo\u00eb Quinn,Medieval Madness,\n',
  }
  const { players, machines, matches } = documentFromCsv({ name: 'Club night', ...files })
  expect([players.map(({ id }) => id), machines.map(({ id }) => id)]).toEqual([
    ['Zoë Quinn', 'Bo Chan'],
    ['Medieval Madness'],
  ])
  expect(matches[0]).toMatchObject({
    players: ['Zoë Quinn', 'Bo Chan'],
    machine: 'Medieval Madness',
    order: ['Bo Chan', 'Zoë Quinn'],
  })
})

test('EVF-01 a tournament that is said to be over is finished, whatever its tables say', () => {
  expect(documentFromCsv({ name: 'Club night', standings, matches, isFinished: true })).toMatchObject({
    status: 'finished',
  })
})

test.each([
  ['12,5', 12.5],
  ['12.5', 12.5],
  ['1,2340', 1.234],
  ['0,125', 0.125],
  ['-3', -3],
  ['1234', 1_234],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
])('EVF-01 points are read as they are written: %s', (points, expected) => {
  expect(
    documentFromCsv({ name: 'Club night', standings: `place;name;points\n1;Ann;${points}\n` }).standings,
  ).toMatchObject([{ points: expected }])
})

test.each([
  ['a column that is missing', { standings: 'name\nAnn\n' }, 'standings, line 1: there is no column “place”.'],
  [
    'a number that is none',
    { standings: 'place,name,points\n1,Ann,many\n' },
    'standings, line 2: “many” in the column “points” is not a number.',
  ],
  [
    'a number that may be a thousand',
    { standings: 'place;name;points\n1;Ann;1,234\n' },
    'standings, line 2: “1,234” in the column “points” may mean two numbers. Write 1234, or 1,2340 for the fraction.',
  ],
  [
    'a number that may be a thousand, with a point',
    { standings: 'place;name;points\n1;Ann;12.000\n' },
    'standings, line 2: “12.000” in the column “points” may mean two numbers. Write 12000, or 12.0000 for the fraction.',
  ],
  [
    'thousands that are not',
    { standings: 'place;name;points\n1;Ann;1,23,456\n' },
    'standings, line 2: “1,23,456” in the column “points” is not a number.',
  ],
  [
    'a player who plays twice',
    { matches: 'player1,player2\nAnn,Bob\n"Ann","Ann"\n' },
    'matches, line 3: “Ann” is in the match twice.',
  ],
  [
    'a player who finished twice',
    { matches: 'player1,player2,result\nAnn,Bob,Ann > Bob > Ann\n' },
    'matches, line 2: “Ann” is in the result twice.',
  ],
  [
    'a place that is none',
    { standings: 'place,name\n1,Ann\n\n1.5,Bob\n' },
    /^standings, line 4: place: Invalid integer/,
  ],
  [
    'a time that is none',
    { matches: 'player1,started_at\nAnn,2026-11-24T19:30:00Z\nBob,yesterday\n' },
    'matches, line 3: started_at: Invalid timestamp: Received "yesterday".',
  ],
  [
    'initials that are too long',
    { standings: 'place,name,initials\n1,Ann,ANN\n2,Bob,BOBBY\n' },
    /^standings, line 3: initials: /,
  ],
  [
    'a name in a match that is too long',
    { standings: 'place,name\n1,Ann\n', matches: `player1,player2\nAnn,${'Bob'.repeat(30)}\n` },
    /^matches, line 2: name: /,
  ],
  [
    'a machine whose name is too long',
    { matches: `player1,machine\nAnn,Taxi\nBob,${'Taxi'.repeat(30)}\n` },
    /^matches, line 3: name: /,
  ],
  ['a match that nobody plays', { matches: 'player1,machine\n,Taxi\n' }, /^matches, line 2: players: /],
  [
    'the name of a tournament, which is in no file, without one',
    { name: 'x'.repeat(121), standings: 'place,name\n' },
    /^name: /,
  ],
  [
    'a row without a name',
    { standings: 'place,name\n1,Ann\n2,\n' },
    'standings, line 3: a row has a place and a name.',
  ],
  [
    'a state that there is not',
    { matches: 'player1,state\nAnn,over\n' },
    'matches, line 2: “over” is not a state. The states are called, playing and finished.',
  ],
  [
    'a winner from elsewhere',
    { matches: 'player1,result\nAnn,Bob\n' },
    'matches, line 2: “Bob” is in the result and plays no part in the match.',
  ],
  [
    'a quote that does not end',
    { standings: 'place,name\n1,"Ann\n' },
    'standings: a quotation mark opens a cell, and none closes it.',
  ],
  [
    'a quote that ends too early',
    { standings: 'sep=;\nplace;name\n1;"Ann" Lee\n' },
    'standings, line 3: something stands behind a quotation mark that closes a cell. Within quotation marks, write each of them twice.',
  ],
  [
    'a row that is too long',
    { standings: 'place,name\n1,Ann,5\n' },
    'standings, line 2: this row has more cells than the first line has columns.',
  ],
  [
    'a column that is missing below the line that names the separator',
    { standings: 'sep=,\nplace\n1\n' },
    'standings, line 2: there is no column “name”.',
  ],
])('EVF-02 %s is said with its line', (_what, files, expected) => {
  expect(() => documentFromCsv({ name: 'Club night', ...files })).toThrow(expected)
})

test.each([
  ['{', /^This is no JSON.*[^.]\.$/],
  ['{"format":"multiball-event/1","name":"Open","status":"over","players":[]}', /^status: /],
  ['{"format":"multiball-event/1","name":"Open","status":"playing","players":[{"id":"1"}]}', /^players\.0\.name: /],
])('EVF-02 a document that cannot be shown says where: %s', (text, expected) => {
  expect(() => documentFromJson(text)).toThrow(expected)
})

test('EVF-01 names that begin with the same forty letters are different players, and different machines', () => {
  const [red, blue, lane] = [
    'The Wednesday Night Pinball Society, team red',
    'The Wednesday Night Pinball Society, team blue',
    'The pinball machine in the back room of the old bar, ',
  ] as const
  const files = {
    standings: `place;name\n1;${red}\n2;${blue}\n`,
    matches: `player1;player2;machine\n${red};${blue};${lane}left\n${blue};${red};${lane}right\n`,
  }
  const { players, machines, matches, standings } = documentFromCsv({ name: 'Club night', ...files })
  const [one, other] = players.map(({ id }) => id)
  expect(standings.map(({ player }) => player)).toEqual([one, other])
  expect(matches.map((match) => match.players)).toEqual([
    [one, other],
    [other, one],
  ])
  expect(matches.map(({ machine }) => machine)).toEqual(machines.map(({ id }) => id))
  expect([new Set([one, other]).size, new Set(machines.map(({ id }) => id)).size]).toEqual([2, 2])
})

const umlauts = 'place;name\r\n1;Jörg Œuvré\r\n'
test.each([
  ['UTF-8', Buffer.from(umlauts)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${umlauts}`)],
  ['the code page of Windows', Buffer.from(umlauts.replace('Œ', '\x8c'), 'latin1')],
  ['UTF-16', Buffer.from(`\uFEFF${umlauts}`, 'utf16le')],
  ['UTF-16 the other way round', Buffer.from(`\uFEFF${umlauts}`, 'utf16le').swap16()],
])('EVF-01 names are read as they were written, in %s', (_encoding, bytes) => {
  expect(documentFromCsv({ name: 'Club night', standings: textIn(bytes) }).players).toMatchObject([
    { name: 'Jörg Œuvré' },
  ])
})

test('EVF-01 a document may begin with a byte order mark', () => {
  const text =
    '\uFEFF{"format":"multiball-event/1","name":"Open","status":"planned","players":[],"machines":[],"matches":[],"standings":[]}'
  expect(documentFromJson(textIn(Buffer.from(text)))).toMatchObject({ name: 'Open' })
})
