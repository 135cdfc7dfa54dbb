import { pageConfig } from '@multiball/shared/client'
import { Brand, ClockContext } from '@multiball/shared/display'
import type { SlideshowImage } from '@multiball/shared/schema'
import { useContext, useEffect, useState } from 'react'
import type { SlideState } from './show'
import css from './SlideshowDisplay.module.css'

/** Where a picture is to be had: its address is one of the API's host. */
export const pictureAddress = ({ image }: Pick<SlideshowImage, 'image'>): string =>
  new URL(image, pageConfig().apiHost || location.origin).href

interface PictureSlideProps {
  image: SlideshowImage | undefined
  onState(state: SlideState): void
}

const againMs = 30_000

/** A picture as large as it fits the screen, on black, and the Powered-by line in its corner; ready once it is decoded. One that did not come is asked for again: alone it is never taken away. */
export function PictureSlide({ image, onState }: PictureSlideProps) {
  const clock = useContext(ClockContext)
  const [{ tries, hasFailed }, setAttempt] = useState({ tries: 0, hasFailed: false })
  useEffect(
    () => (hasFailed ? clock.after(againMs, () => setAttempt({ tries: tries + 1, hasFailed: false })) : undefined),
    [clock, tries, hasFailed],
  )
  if (!image) return null
  return (
    <>
      <img
        key={tries}
        className={css.picture}
        src={pictureAddress(image)}
        alt=""
        draggable={false}
        onError={() => setAttempt({ tries, hasFailed: true })}
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
