import { StageLayer } from '@multiball/shared/display'
import type { HotWatch } from './hot/hotGame'
import { imageAt } from './useImages'

interface IdleImagesProps {
  watch: Pick<HotWatch, 'shows' | 'lastImage' | 'nextImage'>
  isShown: boolean
}

/** The idle image, and unseen beside it the one that comes next. */
export function IdleImages({ watch: { shows, lastImage, nextImage }, isShown }: IdleImagesProps) {
  const mounted = new Set(lastImage === undefined ? [nextImage] : [lastImage, nextImage])
  return [...mounted].map((index) => {
    const Image = imageAt(index)
    const isThis = isShown && shows.type === 'image' && shows.image === index
    return (
      Image && (
        <StageLayer key={index} place="under" isShown={isThis}>
          <Image isMoving={isThis} />
        </StageLayer>
      )
    )
  })
}
