import { boardCommands } from '@multiball/shared/pages'

/** One's comboboards in Jump. */
export const commands = boardCommands('comboboard')
