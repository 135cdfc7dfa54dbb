import { boardCommands } from '@multiball/shared/pages'

/** One's streamboards in Jump. */
export const commands = boardCommands('streamboard')
