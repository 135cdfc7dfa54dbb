import type { SlideshowScreen } from '@multiball/shared/boards'
import { boardTypes } from '@multiball/shared/client'
import { isBuiltInType, type BoardType } from '@multiball/shared/schema'

/** A screen of the slideshow. While the form is open `order` names it, wherever it stands; a save counts anew. */
export type Screen = SlideshowScreen
export type ScreenType = Screen['item_type']
/** The board types that a screen may be of: these, and those that remotes bring along. */
export const boardScreenTypes = (): BoardType[] => [
  'scoreboard',
  'leaderboard',
  'comboboard',
  ...boardTypes().flatMap(({ type, isAvailable }) => (isAvailable && !isBuiltInType(type) ? [type] : [])),
]

/** `item_id` of a screen that has nothing to show yet; the schema refuses it with its sentence. */
const none = 0

export const leastScreens = 2

export const emptyScreen = (order: number, item_type: ScreenType = 'scoreboard'): Screen => ({ item_type, item_id: none, duration: 5, order })

export const isFilled = ({ item_id }: Screen) => item_id !== none

export const isSame = (one: Screen, other: Screen) => one.item_type === other.item_type && one.item_id === other.item_id

/** With one more screen at the end, named as no other is. */
export const withNewScreen = (screens: readonly Screen[], type?: ScreenType): Screen[] => [
  ...screens,
  emptyScreen(Math.max(-1, ...screens.map(({ order }) => order)) + 1, type),
]

export const withoutScreen = (screens: readonly Screen[], at: number): Screen[] => screens.filter((_, index) => index !== at)

/** The screen at this place one place up (-1) or down (1). */
export function withMovedScreen(screens: readonly Screen[], at: number, by: -1 | 1): Screen[] {
  const moved = [...screens]
  const [screen] = moved.splice(at, 1)
  if (screen) moved.splice(at + by, 0, screen)
  return moved
}

/** Of another type it shows nothing yet, except the picture that it had before. */
export const withType = (screen: Screen, item_type: ScreenType): Screen => ({
  ...screen,
  item_type,
  item_id: item_type === 'slideshowimage' ? (screen.image?.id ?? none) : none,
})

/** In the order in which they stand. */
export const inOrder = (screens: readonly Screen[]): Screen[] => screens.map((screen, order) => ({ ...screen, order }))

/** Which places the sentence about the screens is about: those that show nothing, else those that show what came before. */
export function placesInError(screens: readonly Screen[]): Set<number> {
  const places = screens.map((_, at) => at)
  const empty = places.filter((at) => !isFilled(screens[at]!))
  if (empty.length > 0) return new Set(empty)
  return new Set(places.filter((at) => screens.slice(0, at).some((screen) => isSame(screen, screens[at]!))))
}

/** What a wall would show of a draft: its filled screens, each once. */
export const showable = (screens: readonly Screen[]): Screen[] =>
  screens.filter((screen, at) => isFilled(screen) && !screens.slice(0, at).some((before) => isSame(before, screen)))
