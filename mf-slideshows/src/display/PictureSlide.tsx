import { pageConfig } from '@multiball/shared/client'
import { Brand } from '@multiball/shared/display'
import type { SlideshowImage } from '@multiball/shared/schema'
import type { SlideState } from './show'
import css from './SlideshowDisplay.module.css'

/** Where a picture is to be had: its address is one of the API's host. */
export const pictureAddress = ({ image }: Pick<SlideshowImage, 'image'>): string => new URL(image, pageConfig().apiHost || location.origin).href

interface PictureSlideProps {
  image: SlideshowImage | undefined
  onState(state: SlideState): void
}

/** A picture as large as it fits the screen, on black, and the Powered-by line in its corner; ready once it is decoded. */
export function PictureSlide({ image, onState }: PictureSlideProps) {
  if (!image) return null
  return (
    <>
      <img
        className={css.picture}
        src={pictureAddress(image)}
        alt=""
        draggable={false}
        onLoad={({ currentTarget }) => {
          const isReady = () => onState('ready')
          // Where it cannot be asked for, the browser decodes it as it paints it.
          void (currentTarget.decode?.() ?? Promise.resolve()).then(isReady, isReady)
        }}
      />
      <p className={css.brand}>
        <Brand line={pageConfig().branding} />
      </p>
    </>
  )
}
