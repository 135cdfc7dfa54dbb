import { boardTypeName } from '@multiball/shared/client'
import type { BoardChoices } from '@multiball/shared/forms'
import type { BoardType } from '@multiball/shared/schema'
import { boardScreenTypes } from './screens'
import type { Screen, ScreenType } from './screens'

export const screenTypeName = (type: ScreenType): string => (type === 'slideshowimage' ? 'Image' : boardTypeName(type))

/** The types that a screen may be of: others than the first two where the owner has one, or the screen is one already. */
export function typesFor(screen: Screen, own: BoardChoices['own']): ScreenType[] {
  const has = (wanted: BoardType) => screen.item_type === wanted || own?.some(({ type }) => type === wanted) === true
  return ['scoreboard', 'leaderboard', ...boardScreenTypes().filter((type) => type !== 'scoreboard' && type !== 'leaderboard' && has(type)), 'slideshowimage']
}

/** True for an owner who has nothing yet that the feature is made for. */
export const hasNoBoards = (own: BoardChoices['own']) => own !== undefined && own.every(({ type }) => type === 'comboboard')

/** What a new screen is: of a type that the owner has. */
export const firstType = (own: BoardChoices['own']): ScreenType =>
  own?.some(({ type }) => type === 'leaderboard') && !own.some(({ type }) => type === 'scoreboard') ? 'leaderboard' : 'scoreboard'
