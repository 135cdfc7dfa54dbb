import type { SlideshowScreen } from '@multiball/shared/boards'
import { boardTypeName, boardTypes } from '@multiball/shared/client'
import { type BoardChoices, boardKey } from '@multiball/shared/forms'
import { type BoardType, isBuiltInType } from '@multiball/shared/schema'

/** A slide while the form is open; without an id it shows nothing yet. */
export type Slide = Omit<SlideshowScreen, 'item_id'> & { item_id: number | null }
type SlideType = Slide['item_type']

/** The board types that a slide may be of: these, and those that remotes bring along. */
export const boardSlideTypes = (): BoardType[] => [
  'scoreboard',
  'leaderboard',
  'comboboard',
  ...boardTypes().flatMap(({ type, isAvailable }) => (isAvailable && !isBuiltInType(type) ? [type] : [])),
]

export const slideTypeName = (type: SlideType): string => (type === 'slideshowimage' ? 'Image' : boardTypeName(type))

/** The types that a slide may be of: others than the first two where the owner has one, or the slide is one already. */
export function typesFor(slide: Slide, own: BoardChoices['own']): SlideType[] {
  const has = (wanted: BoardType) => slide.item_type === wanted || own?.some(({ type }) => type === wanted) === true
  return [
    'scoreboard',
    'leaderboard',
    ...boardSlideTypes().filter((type) => type !== 'scoreboard' && type !== 'leaderboard' && has(type)),
    'slideshowimage',
  ]
}

/** True for an owner who has nothing yet that the feature is made for. */
export const hasNoBoards = (own: BoardChoices['own']) =>
  own !== undefined && own.every(({ type }) => type === 'comboboard')

/** What a new slide is: of a type that the owner has. */
export const firstType = (own: BoardChoices['own']): SlideType =>
  own?.some(({ type }) => type === 'leaderboard') && !own.some(({ type }) => type === 'scoreboard')
    ? 'leaderboard'
    : 'scoreboard'

export const leastSlides = 2
export const mostSlides = 100

export const emptySlide = (item_type: SlideType = 'scoreboard'): Slide => ({
  item_type,
  item_id: null,
  duration: 5,
  order: 0,
})

export const isFilled = (slide: Slide): slide is SlideshowScreen => slide.item_id !== null

/** Names what a slide shows; undefined while it shows nothing. */
export const slideKey = (slide: Slide) =>
  isFilled(slide) ? boardKey({ type: slide.item_type, id: slide.item_id }) : undefined

/** Of another type it shows nothing yet, except the picture that it had before. */
export const withType = (slide: Slide, item_type: SlideType): Slide => ({
  ...slide,
  item_type,
  item_id: item_type === 'slideshowimage' ? (slide.image?.id ?? null) : null,
})

/** What a TV would show of a draft: its filled slides, each once. */
export const showable = (slides: readonly Slide[]): SlideshowScreen[] => {
  const filled = slides.filter(isFilled)
  const keys = filled.map(slideKey)
  return filled.filter((_, at) => keys.indexOf(keys[at]) === at)
}

/** '4 screens' */
export const countText = ({ length }: readonly Slide[]): string => `${length} ${length === 1 ? 'screen' : 'screens'}`

/** '4 screens, 1 min 20 s per loop' */
export function loopText(slides: readonly Slide[]): string {
  const seconds = slides.reduce((sum, { duration }) => sum + duration, 0)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const length = [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ')
  return length ? `${countText(slides)}, ${length} per loop` : countText(slides)
}
