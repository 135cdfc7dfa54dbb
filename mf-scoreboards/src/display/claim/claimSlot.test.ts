import type { Game } from '@multiball/shared/schema'
import { aGame, aPlayer } from '../samples'
import { claimAddress, claimSlot, freeSlots, turnMs } from './claimSlot'

/** Four players; those of these slots are known. */
function game(claimed: number[], more: Partial<Game> = {}): Game {
  const played = aGame([10, 20, 30, 40], more)
  return {
    ...played,
    scores: played.scores.map((score) => ({
      ...score,
      player: claimed.includes(score.position) ? aPlayer(`No. ${score.position}`) : null,
    })),
  }
}

test.each([
  ['in play, nobody is known', game([]), [1, 2, 3, 4]],
  ['in play, some are known', game([1, 3]), [2, 4]],
  ['in play, all are known', game([1, 2, 3, 4]), []],
  ['over, whenever that was by this screen’s clock', game([1], { settled_on: '1999-11-20T21:42:00Z' }), [2, 3, 4]],
  ['before the first game', undefined, []],
])('slots to claim, %s', (_name, played, slots) => {
  expect(freeSlots(played)).toEqual(slots)
})

test('the codes of free slots take turns of ten seconds, a single one stays', () => {
  const turns = (claimed: number[]) =>
    Array.from({ length: 5 }, (_, turn) => claimSlot(game(claimed), turn * turnMs + 1))
  expect(turns([1, 3])).toEqual([2, 4, 2, 4, 2])
  expect(turns([1, 2, 3])).toEqual([4, 4, 4, 4, 4])
  expect(turns([1, 2, 3, 4])).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('the address of a slot carries the code of the game', () => {
  expect(claimAddress('https://boards.example', { venuemachine_id: 7 }, 2, 'K7RM2X')).toBe(
    'https://boards.example/claim/7/2?code=K7RM2X',
  )
})
