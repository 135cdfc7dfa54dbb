import { readInfo } from './matchPlay'

test('names that organizers and players typed have nothing that a database cannot hold', () => {
  const players = [{ playerId: 1, name: 'Ann\nLee' }]
  const arenas = [{ arenaId: 2, name: 'Taxi\ud800' }]
  expect(readInfo({ data: { tournamentId: 3, name: 'Flip\0Off', players, arenas } })).toMatchObject({
    name: 'Flip Off',
    players: [{ name: 'Ann Lee' }],
    arenas: [{ name: 'Taxi ' }],
  })
})
