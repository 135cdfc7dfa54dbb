import type { Games } from './games.service'

/** Ends what is played on machines that were retired; unsuccessfully, nobody can play it to its end. What fails, silence settles. */
export const endGames =
  (games: Games, onError: (error: unknown) => void) =>
  async (venueMachineIds: readonly number[]): Promise<void> => {
    for (const id of venueMachineIds) await games.interrupt(id).catch(onError)
  }
