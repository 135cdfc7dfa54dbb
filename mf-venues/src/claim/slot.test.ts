import { makeGame, makePlayer } from '@multiball/shared/testing'
import { slotOf } from './slot'

const [me, ben] = [makePlayer({ id: 1 }), makePlayer({ id: 2 })]
const machines = makePlayer({ id: 1_000_000_000 })

/** A game of as many players as are named; null is a free slot. */
const game = (players: (typeof me | null)[], settled_on: string | null = null) => {
  const made = makeGame(
    players.map((_, at) => at),
    { settled_on },
  )
  return { ...made, scores: made.scores.map((score, at) => ({ ...score, player: players[at]! })) }
}
const positions = (scores: { position: number }[]) => scores.map(({ position }) => position)

test.each([
  ['nobody has it', game([null, null]), 2, 'free', []],
  ['the game is over, whenever that was by this phone’s clock,', game([null], '1999-11-21T20:00:00Z'), 1, 'free', []],
  ['it is free, though the machine knows a name', game([machines, ben]), 1, 'free', []],
  ['one’s own', game([me, null]), 1, 'mine', []],
  ['one has another slot', game([me, null]), 2, 'elsewhere', []],
  ['somebody else has it', game([ben, null, null]), 1, 'taken', [2, 3]],
  ['nobody plays in it', game([ben, null]), 4, 'unplayed', [2]],
])('a slot of which %s', (_, given, position, type, free) => {
  const own = given.scores.find(({ player }) => player?.id === me.id)?.position ?? null
  const slot = slotOf(given, position, own)
  expect(slot.type).toBe(type)
  expect('free' in slot ? positions(slot.free) : []).toEqual(free)
})
