import { readNames, readPacket } from './packet'

const state = {
  machine_id: 'aa01c0de',
  type: 'game_state',
  data: { GameActive: true, BallInPlay: 1, Scores: [1, 2, 0, 0] },
}
const read = (message: unknown) => readPacket(Buffer.from(JSON.stringify(message)))
const withData = (data: object) => ({ ...state, data: { ...state.data, ...data } })

test('MAC-29 what a board says beyond what is known is left out, and what it reads from the wrong memory does no harm', () => {
  expect(read(withData({ PlayerUp: 255, PlayersInGame: 2, Modes: {} }))).toEqual({
    type: 'state',
    id: 'aa01c0de',
    isActive: true,
    ball: 1,
    scores: [1, 2, 0, 0],
    players: 2,
  })
})

test.each([
  ['no JSON', '{'],
  ['a list', '[1]'],
  ['an id that is a path', { ...state, machine_id: '../../etc/passwd' }],
  ['a negative score', withData({ Scores: [-1] })],
  ['a fraction', withData({ Scores: [1.5] })],
  ['a score of 25 digits', withData({ Scores: [1e25] })],
  ['letters for a score', withData({ Scores: ['12'] })],
  ['no scores', withData({ Scores: [] })],
  ['seven players', withData({ Scores: [1, 2, 3, 4, 5, 6, 7] })],
  ['neither played nor over', withData({ GameActive: 'yes' })],
  ['another type', { ...state, type: 'credit' }],
  ['an end without plays', { ...state, type: 'end_of_game', data: { plays: [] } }],
  ['initials without end', { ...state, type: 'end_of_game', data: { plays: [['A'.repeat(41), 5]] } }],
  ['a packet without end', withData({ Modes: 'x'.repeat(1_400) })],
])('MAC-29 a packet with %s is none', (_, message) => {
  const packet = typeof message === 'string' ? readPacket(Buffer.from(message)) : read(message)
  expect(packet).toBeUndefined()
})

test('MAC-28 boards say their names one by one, and one of them those of all', () => {
  const named = (name: string) => [name.length, ...Buffer.from(name)]
  expect(readNames(Buffer.from([1, ...named('High Speed')]))).toEqual([{ address: '', name: 'High Speed' }])
  expect(
    readNames(Buffer.from([2, 2, 192, 168, 1, 20, ...named('Taxi'), 192, 168, 1, 31, ...named('Tron\u0007')])),
  ).toEqual([
    { address: '192.168.1.20', name: 'Taxi' },
    { address: '192.168.1.31', name: 'Tron' },
  ])
  for (const bytes of [[], [1], [2, 255], [2, 9, 1, 2, 3], [3, 0], [1, 200, 65], [77, 1, 65]])
    expect(() => readNames(Buffer.from(bytes))).not.toThrow()
  expect(readNames(Buffer.from([2, 255, 1, 2, 3]))).toEqual([])
})
