import type { MatchCard } from './eventView'
import { turnOf } from './findMe'

const match = (state: MatchCard['state'], machine: string, names: string[], up?: number): MatchCard => ({
  id: machine,
  state,
  machine,
  lines: names.map((name, at) => ({
    id: name,
    position: at + 1,
    name,
    initials: '',
    score: undefined,
    isUp: at === up,
    isFirst: false,
    place: undefined,
    points: undefined,
  })),
  ball: undefined,
  isGameOver: false,
})
const waiting = (machine: string, ...names: string[]) => ({ key: machine, machine, names })

test.each([
  ['called', [match('called', 'Taxi', ['Ann', 'Bob', 'Cem'])], [], 'Go to Taxi, with Bob, Cem!'],
  ['called, the machine not known', [match('called', '', ['Bob', 'Ann'])], [], 'You are called, with Bob!'],
  ['in a match', [match('playing', 'Taxi', ['Bob', 'Ann'], 0)], [], 'You play on Taxi, player 2, with Bob'],
  ['up', [match('playing', 'Taxi', ['Bob', 'Ann'], 1)], [], 'Your ball on Taxi, with Bob!'],
  ['next in a queue', [], [waiting('Taxi', 'Ann', 'Bob')], 'You are next on Taxi, with Bob'],
  ['further behind', [], [waiting('Xenon', 'Bob'), waiting('', 'Bob', 'Cem', ' ANN')], 'You are 3rd in line'],
  ['nowhere', [match('playing', 'Taxi', ['Bob', 'Anna'])], [waiting('Taxi', 'Cem')], undefined],
])('EVT-17 somebody who is %s', (_where, live, queue, told) => {
  const turn = turnOf({ live }, queue, 'Ann')
  expect(turn && [turn.what, turn.withWhom].filter(Boolean).join(', ') + (turn.isNow ? '!' : '')).toBe(told)
})
