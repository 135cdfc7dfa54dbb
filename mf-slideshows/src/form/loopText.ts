import type { Slide } from './slides'

/** '4 slides' */
export const countText = ({ length }: readonly Slide[]): string => `${length} ${length === 1 ? 'slide' : 'slides'}`

/** '4 slides, 1 min 20 s per loop' */
export function loopText(slides: readonly Slide[]): string {
  const seconds = slides.reduce((sum, { duration }) => sum + duration, 0)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const length = [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ')
  return length ? `${countText(slides)}, ${length} per loop` : countText(slides)
}
