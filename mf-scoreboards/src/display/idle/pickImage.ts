import { idleImages } from '@multiball/shared/schema'
import type { PickImage } from './hotGame'

const drawn = idleImages.map((_, index) => index).filter((index) => index > 0)

/**
 * Picks the owner's image, or with 0 another one each time.
 * @param type `idle_hotgame_type`
 * @param random 0 ≤ random < 1
 */
export const pickImage =
  (type: number, random: () => number): PickImage =>
  (last) => {
    if (drawn.includes(type)) return type
    const others = drawn.filter((image) => image !== last)
    return others[Math.floor(random() * others.length)] ?? 1
  }
