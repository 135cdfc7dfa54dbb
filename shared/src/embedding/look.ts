import { paletteFor, type StageTheme } from '@multiball/shared/display'
import { parseColor, type BootstrapOf, type ScoresOf } from '@multiball/shared/schema'

const grounds = { board: undefined, dark: '#000000', light: '#ffffff' }

/** board: the owner's colours */
export type BoardTheme = keyof typeof grounds
export const boardThemes = Object.keys(grounds) as BoardTheme[]

/** How a board looks in a partner's page, besides what its owner chose. */
export interface BoardLook {
  theme?: BoardTheme
  /** `#rgb` or `#rrggbb` */
  accent?: string
  /** `#rgb` or `#rrggbb`, in place of the theme's background */
  background?: string
  /** what screen readers call it; default the board's own title */
  title?: string
}

const colorOr = (text: string | undefined, other: string | undefined) =>
  text !== undefined && parseColor(text) ? text : other

/** The colours that a page asks for; what is no colour counts as not said. */
export const stageThemeOf = ({ theme = 'board', accent, background }: BoardLook): StageTheme => ({
  background: colorOr(background, grounds[theme]),
  accent: colorOr(accent, undefined),
})

type StreamConfig = BootstrapOf<'streamboard'>['config_json']

const recolored = (config: StreamConfig, { background, accent }: StageTheme): StreamConfig => {
  const ground = background === undefined ? {} : { backgroundColor: background, textColor: paletteFor(background).ink }
  return { ...config, ...ground, ...(accent !== undefined && { highlightColor: accent }) }
}

/** A streamboard stands on no stage: it gets the page's colours as its own settings. Every other board is answered as it is. */
export const themed = (bootstrap: BootstrapOf, theme: StageTheme): BootstrapOf =>
  'config_json' in bootstrap ? { ...bootstrap, config_json: recolored(bootstrap.config_json, theme) } : bootstrap

/** The same of a state, which says how a streamboard looks now. */
export const themedState = <Scores extends ScoresOf | undefined>(scores: Scores, theme: StageTheme): Scores =>
  scores && 'control' in scores && scores.control
    ? { ...scores, control: { ...scores.control, config_json: recolored(scores.control.config_json, theme) } }
    : scores
