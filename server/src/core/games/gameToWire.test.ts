import { gameToWire, playerForMachines, recordedEntry } from './gameToWire'
import type { GameState } from './gameRules'

const player = (profile_picture: string | null) => ({
  id: 1,
  cached_display_name: 'Pat Lawlor',
  initials: 'PAT',
  prefer_initials: false,
  profile_picture,
})
const publicUrl = 'https://boards.example'

test.each([
  ['/media/4733.webp', 'https://boards.example/media/4733.webp'],
  ['https://pictures.example/4733.webp', 'https://pictures.example/4733.webp'],
  [null, null],
])('MAC-01 a machine downloads a picture from where it says, as it stands: %p', (kept, sent) => {
  expect(playerForMachines(player(kept), publicUrl)).toEqual(player(sent))
})

test('MAC-01 the answer to an entry names pictures by their whole address, and nobody in a free slot', () => {
  const state = { scores: [10n, null, 30n] } as unknown as GameState
  expect(recordedEntry({ id: 1, state, players: new Map([[3, player('/media/4733.webp')]]) }, publicUrl)).toEqual({
    scores: [
      { position: 1, player: null },
      { position: 3, player: player('https://boards.example/media/4733.webp') },
    ],
  })
})

test.each([
  ['7e577e577e57aaaa98428688eba5b4a6', true],
  ['13dc3097be2247ae98428688eba5b4a6', undefined],
])('ATT-01 the state of a game of session %s says is_test: %p', (sessionUuid, isTest) => {
  const state = { sessionUuid, startedAt: 0, scores: [10n], modes: [] } as unknown as GameState
  expect(gameToWire(7, { id: 1, state, players: new Map() }).is_test).toBe(isTest)
})
