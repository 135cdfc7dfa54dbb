import type { BoardDisplay } from '@multiball/shared/boards'
import { ComboboardDisplay } from './display/ComboboardDisplay'

/** How comboboards look; what viewers and previews load. */
export const display: BoardDisplay<'comboboard'> = { type: 'comboboard', Display: ComboboardDisplay }
