import { documentFromCsv, documentFromJson } from './eventFiles'

const standings = 'Place;Name;Points;Initials\n1;Ann Lee;21,5;ANN\n2;Bob;19;\n'
const matches = 'machine,state,player1,player2,result\nMedieval Madness,finished,Ann Lee,Bob,Bob > Ann Lee\nTaxi,,Cem,Ann Lee,\n'

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
  expect(documentFromCsv({ name: 'Club night', standings: 'place,name\n' })).toMatchObject({ status: 'planned', players: [] })
})

test.each([
  ['a column that is missing', { standings: 'name\nAnn\n' }, 'standings, line 1: there is no column “place”.'],
  ['a number that is none', { standings: 'place,name,points\n1,Ann,many\n' }, 'standings, line 2: “many” in the column “points” is not a number.'],
  ['a row without a name', { standings: 'place,name\n1,Ann\n2,\n' }, 'standings, line 3: a row has a place and a name.'],
  ['a state that there is not', { matches: 'player1,state\nAnn,over\n' }, 'matches, line 2: “over” is not a state. The states are called, playing and finished.'],
  ['a winner from elsewhere', { matches: 'player1,result\nAnn,Bob\n' }, 'matches, line 2: “Bob” is in the result and plays no part in the match.'],
  ['a quote that does not end', { standings: 'place,name\n1,"Ann\n' }, /^standings: Quote Not Closed/],
])('EVF-02 %s is said with its line', (_what, files, expected) => {
  expect(() => documentFromCsv({ name: 'Club night', ...files })).toThrow(expected)
})

test.each([
  ['{', /^This is no JSON/],
  ['{"format":"multiball-event/1","name":"Open","status":"over","players":[]}', /^status: /],
  ['{"format":"multiball-event/1","name":"Open","status":"playing","players":[{"id":"1"}]}', /^players\.0\.name: /],
])('EVF-02 a document that cannot be shown says where: %s', (text, expected) => {
  expect(() => documentFromJson(text)).toThrow(expected)
})
