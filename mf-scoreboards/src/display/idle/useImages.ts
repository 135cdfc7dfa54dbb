import { idleImages } from '@multiball/shared/schema'
import { useEffect, useState, type ComponentType } from 'react'
import type { HotWatch, PickImage } from './hot/hotGame'
import type { IdleImageProps } from './images/PixelScreen'

type Images = readonly ComponentType<IdleImageProps>[]

let images: Images | undefined

/** The idle image of an index of idleImages; undefined until the images are loaded. */
export const imageAt = (index: number) => images?.[index - 1]

/**
 * Loads the idle images, which are no part of a display's first paint, when they are first of use.
 * @param doing what the watch of hot games does; undefined needs no images. Each change tries again what failed.
 */
export function useImagesLoaded(doing: HotWatch['doing'] | undefined): boolean {
  const [areLoaded, setLoaded] = useState(images !== undefined)
  useEffect(() => {
    if (areLoaded || doing === undefined) return
    let isOver = false
    import('./images/images').then(
      (loaded) => {
        images = loaded.images
        if (!isOver) setLoaded(true)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [areLoaded, doing])
  return areLoaded
}

const drawn = idleImages.map((_, index) => index).filter((index) => index > 0)

/** Those that no guest takes for a broken TV: for walls whose owner chose none. */
export const friendlyImages = drawn.filter(
  (index) => !['Color Bars', 'Dead Television Channel'].includes(idleImages[index]!),
)

/**
 * Picks the owner's image, or with 0 another one each time.
 * @param type `idle_hotgame_type`
 * @param from what another one is picked from
 * @param random 0 ≤ random < 1
 */
export const pickImage =
  (type: number, random: () => number, from: readonly number[] = drawn): PickImage =>
  (last) => {
    if (drawn.includes(type)) return type
    const others = from.filter((image) => image !== last)
    return others[Math.floor(random() * others.length)] ?? 1
  }
