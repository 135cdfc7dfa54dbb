import { boardCommands } from '@multiball/shared/pages'

/** One's scoreboards in Jump. */
export const commands = boardCommands('scoreboard')
