import type { StageTheme } from '@multiball/shared/display'
import { parseColor } from '@multiball/shared/schema'
import type { Look } from '../contract'

const backgrounds = { board: undefined, dark: '#000000', light: '#ffffff' }

const colorOr = (text: string | undefined, other: string | undefined) => (text !== undefined && parseColor(text) ? text : other)

/** The colours that a page asks for; what is no colour counts as not said. */
export const themeOf = ({ theme = 'board', accent, background }: Look): StageTheme => ({
  background: colorOr(background, backgrounds[theme]),
  accent: colorOr(accent, undefined),
})
