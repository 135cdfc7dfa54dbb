import type { Game } from '@multiball/shared/schema'

/** Time enough to take a phone out of a pocket. */
export const turnMs = 10_000

/** The unclaimed slots of a game, in their order. With the code, the server says for how long they can be claimed. */
export const freeSlots = (game: Game | undefined): number[] =>
  (game?.scores ?? [])
    .filter(({ player }) => player === null)
    .map(({ position }) => position)
    .sort((one, other) => one - other)

/** The slot whose code is shown now: they take turns. Undefined where there is nothing to claim. */
export function claimSlot(game: Game | undefined, nowMs: number): number | undefined {
  const free = freeSlots(game)
  return free[Math.floor(nowMs / turnMs) % free.length]
}

/** Where a player says that a slot is his, with the code that shows that he stands at the machine. */
export const claimAddress = (
  origin: string,
  { venuemachine_id }: Pick<Game, 'venuemachine_id'>,
  slot: number,
  code: string,
): string => `${origin}/claim/${venuemachine_id}/${slot}?${new URLSearchParams({ code }).toString()}`
