import { ClockContext, useSize } from '@multiball/shared/display'
import type { Size } from '@multiball/shared/display'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { CSSProperties } from 'react'
import css from './PixelScreen.module.css'
import { newRaster, type Raster } from './raster'

export interface IdleImageProps {
  /** false stands still */
  isMoving: boolean
}

/** A moving picture of large px. */
export interface Drawing {
  stepMs: number
  /** whole px of the screen that one of the drawing takes */
  scaleFor(box: Size): number
  /** Begins the picture at a size; the answer paints its next step. */
  begin(raster: Raster): () => void
  /** px are round dots of a dot matrix */
  hasDots?: boolean
}

interface PixelScreenProps extends IdleImageProps {
  drawing: Drawing
}

/** Before anything is laid out. */
const unmeasured: Size = { width: 160, height: 90 }
/** px below which dots are squares anyway */
const smallestDots = 4

/** Draws on a canvas of few px, enlarged by a whole number: cheap for old sticks, sharp at any size. */
export function PixelScreen({ drawing, isMoving }: PixelScreenProps) {
  const clock = useContext(ClockContext)
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const measured = useSize(frame)
  const { width, height } = measured.width > 0 ? measured : unmeasured
  const scale = Math.max(1, Math.floor(drawing.scaleFor({ width, height })))
  const columns = Math.ceil(width / scale)
  const rows = Math.ceil(height / scale)

  const picture = useMemo(() => {
    const raster = newRaster(columns, rows)
    return { raster, paint: drawing.begin(raster) }
  }, [drawing, columns, rows])

  useLayoutEffect(() => {
    picture.paint()
    show(canvas.current, picture.raster)
  }, [picture])

  useEffect(() => {
    if (!isMoving || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let cancel = () => {}
    const step = () => {
      picture.paint()
      show(canvas.current, picture.raster)
      cancel = clock.after(drawing.stepMs, step)
    }
    cancel = clock.after(drawing.stepMs, step)
    return () => cancel()
  }, [clock, drawing, picture, isMoving])

  const size = { width: columns * scale, height: rows * scale, '--scale': `${scale}px` } as CSSProperties
  return (
    <div ref={frame} className={css.frame} aria-hidden="true">
      <canvas ref={canvas} className={css.canvas} width={columns} height={rows} style={size} />
      {drawing.hasDots && scale >= smallestDots && <div className={css.dots} style={size} />}
    </div>
  )
}

function show(canvas: HTMLCanvasElement | null, { columns, rows, pixels }: Raster) {
  const context = canvas?.getContext('2d', { alpha: false })
  context?.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer as ArrayBuffer), columns, rows), 0, 0)
}
