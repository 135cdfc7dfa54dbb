import type { Game } from '@multiball/shared/schema'

/** as long as the server takes claims of a game that is over */
const claimableMs = 60 * 60_000

/** Time enough to take a phone out of a pocket. */
export const turnMs = 10_000

/** The slots of a game that somebody may still say are his, in their order. */
export function freeSlots(game: Game | undefined, nowMs: number): number[] {
  if (!game || (game.settled_on !== null && nowMs - Date.parse(game.settled_on) >= claimableMs)) return []
  return game.scores
    .filter(({ player }) => player === null)
    .map(({ position }) => position)
    .sort((one, other) => one - other)
}

/** The slot whose code is shown now: they take turns. Undefined where there is nothing to claim. */
export function claimSlot(game: Game | undefined, nowMs: number): number | undefined {
  const free = freeSlots(game, nowMs)
  return free[Math.floor(nowMs / turnMs) % free.length]
}

/** Where a player says that a slot is his, with the code that shows that he stands at the machine. */
export const claimAddress = (origin: string, { venuemachine_id }: Pick<Game, 'venuemachine_id'>, slot: number, code: string): string =>
  `${origin}/claim/${venuemachine_id}/${slot}?${new URLSearchParams({ code }).toString()}`
