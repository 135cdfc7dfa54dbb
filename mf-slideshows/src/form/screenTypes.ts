import type { BoardChoices } from '@multiball/shared/forms'
import type { Screen, ScreenType } from './screens'

export const typeNames: Record<ScreenType, string> = { scoreboard: 'Scoreboard', leaderboard: 'Leaderboard', comboboard: 'Comboboard', slideshowimage: 'Image' }

/** The types that a screen may be of: comboboards where the owner has one, or the screen is one already. */
export function typesFor(screen: Screen, own: BoardChoices['own']): ScreenType[] {
  const hasComboboards = screen.item_type === 'comboboard' || own?.some(({ type }) => type === 'comboboard') === true
  return ['scoreboard', 'leaderboard', ...(hasComboboards ? (['comboboard'] as const) : []), 'slideshowimage']
}

/** True for an owner who has nothing yet that the feature is made for. */
export const hasNoBoards = (own: BoardChoices['own']) => own !== undefined && own.every(({ type }) => type === 'comboboard')

/** What a new screen is: of a type that the owner has. */
export const firstType = (own: BoardChoices['own']): ScreenType =>
  own?.some(({ type }) => type === 'leaderboard') && !own.some(({ type }) => type === 'scoreboard') ? 'leaderboard' : 'scoreboard'
