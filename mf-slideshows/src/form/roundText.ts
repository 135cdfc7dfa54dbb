import type { SlideshowScreen } from '@multiball/shared/boards'

/** '4 screens' */
export const countText = ({ length }: readonly SlideshowScreen[]): string => `${length} ${length === 1 ? 'screen' : 'screens'}`

/** '4 screens, 1 min 20 s a round' */
export function roundText(screens: readonly SlideshowScreen[]): string {
  const seconds = screens.reduce((sum, { duration }) => sum + duration, 0)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const length = [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ')
  return length ? `${countText(screens)}, ${length} a round` : countText(screens)
}
