import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { HotWatch } from './hotGame'

export interface IdleImageProps {
  /** false stands still */
  isMoving: boolean
}

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
    import('./images').then(
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
