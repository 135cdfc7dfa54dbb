import { pageConfig } from '@multiball/shared/client'
import { Brand } from '@multiball/shared/display'
import type { SlideshowImage } from '@multiball/shared/schema'
import { pictureAddress } from './pictureAddress'
import type { Stand } from './show'
import css from './SlideshowDisplay.module.css'

interface PictureSlideProps {
  image: SlideshowImage | undefined
  onStand(stand: Stand): void
}

/** A picture as large as the screen shows it whole, on black, and the Powered-by line in its corner; ready once it is decoded. */
export function PictureSlide({ image, onStand }: PictureSlideProps) {
  if (!image) return null
  return (
    <>
      <img
        className={css.picture}
        src={pictureAddress(image)}
        alt=""
        draggable={false}
        onLoad={({ currentTarget }) => {
          const isReady = () => onStand('ready')
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
