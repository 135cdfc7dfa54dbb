import { boardCommands } from '@multiball/shared/pages'

/** One's leaderboards in Jump. */
export const commands = boardCommands('leaderboard')
