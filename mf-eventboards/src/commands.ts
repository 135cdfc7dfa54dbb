import { boardCommands } from '@multiball/shared/pages'

/** What Jump (Ctrl K) lists of this type: to add one, and to open, view or show on a TV each that there is. */
export const commands = boardCommands('eventboard')
