import type { DisplayProps } from '@multiball/shared/boards'
import { StageLayer, useScene } from '@multiball/shared/display'
import { useMemo } from 'react'
import css from './IdleBoard.module.css'
import { imageAt, pickImage, useImagesLoaded } from './useImages'

/** A board that shows nothing but its idle image: for previews. */
export function ImageScene({ bootstrap: { idle_hotgame_type: type } }: DisplayProps<'scoreboard'>) {
  const image = useMemo(() => pickImage(type, Math.random)(undefined), [type])
  useScene({ variant: 'picture' })
  const Image = useImagesLoaded('picturing') ? imageAt(image) : undefined
  return (
    <>
      <div className={css.own} />
      {Image && (
        <StageLayer key={image} place="under" isShown>
          <Image isMoving />
        </StageLayer>
      )}
    </>
  )
}
