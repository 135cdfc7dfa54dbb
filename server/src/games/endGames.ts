import type { Games } from './games.service'

/** Ends, unsuccessfully, the games in progress on machines that were retired. Where that fails, silence settles the game. */
export const endGames =
  (games: Games, onError: (error: unknown) => void) =>
  async (venueMachineIds: readonly number[]): Promise<void> => {
    for (const id of venueMachineIds) await games.interrupt(id).catch(onError)
  }
