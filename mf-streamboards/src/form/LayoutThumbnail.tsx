import type { StreamboardConfig } from '@multiball/shared/schema'
import { memo } from 'react'
import { arrange } from '../display/arrange/arrange'
import type { Cell, Heading } from '../display/arrange/arrangement'
import { inset, type Box } from '../display/arrange/boxes'
import css from './LayoutField.module.css'

const screen = { width: 1280, height: 720 }

const rect = ({ x, y, width, height }: Box) => ({ x, y, width, height })

interface LayoutThumbnailProps {
  layout: StreamboardConfig['layout']
  /** of each machine, with a comma between */
  players: string
}

/**
 * A layout as a drawing, made of the very places that the display uses: cameras are open, scores solid. Ten of them
 * stand in a form, so each is drawn again only when its players are others.
 */
export const LayoutThumbnail = memo(function LayoutThumbnail({ layout, players }: LayoutThumbnailProps) {
  const { canvas, isFramed, cameras, panels } = arrange({ layout, size: '1280x720' }, players.split(',').map(Number))
  // A canvas of its own size stands in the middle.
  const shift = `translate(${(screen.width - canvas.width) / 2} ${(screen.height - canvas.height) / 2})`
  return (
    <svg
      className={css.thumbnail}
      viewBox={`0 0 ${screen.width} ${screen.height}`}
      aria-hidden="true"
      focusable="false"
    >
      <rect className={isFramed ? css.frame : css.open} {...screen} />
      {cameras.map((camera) => (
        <g key={`${camera.x} ${camera.y}`}>
          <rect className={css.camera} {...rect(camera)} rx={16} />
          <circle
            className={css.lens}
            cx={camera.x + camera.width / 2}
            cy={camera.y + camera.height / 2}
            r={Math.min(camera.width, camera.height) * 0.16}
          />
        </g>
      ))}
      <g transform={shift}>
        {panels.map(({ box, headings, cells }) => (
          <g key={`${box.x} ${box.y}`}>
            <rect className={css.panel} {...rect(box)} rx={14} />
            {headings.map((heading) => (
              <rect key={heading.station} className={css.title} {...titleBar(heading)} rx={5} />
            ))}
            {cells.map((cell) => (
              <g key={`${cell.station} ${cell.player}`}>
                <rect className={css.row} {...nameBar(cell)} rx={5} />
                <rect className={css.score} {...scoreBar(cell)} rx={5} />
              </g>
            ))}
          </g>
        ))}
      </g>
    </svg>
  )
})

function titleBar({ box, isMirrored }: Heading): Box {
  const { x, y, width, height } = inset(box, 14)
  const bar = { width: width * 0.6, height: Math.min(22, height) }
  return { x: isMirrored ? x + width - bar.width : x, y: y + (height - bar.height) / 2, ...bar }
}

function nameBar({ box, form, isMirrored }: Cell): Box {
  const { x, y, width, height } = inset(box, 14)
  const bar = { width: width * (form === 'line' ? 0.32 : 0.5), height: Math.max(10, Math.min(20, height)) }
  return { x: isMirrored ? x + width - bar.width : x, y: form === 'line' ? y + (height - bar.height) / 2 : y, ...bar }
}

function scoreBar({ box, form, isMirrored }: Cell): Box {
  const { x, y, width, height } = inset(box, 14)
  const inLine = { width: width * 0.5, height: Math.max(16, Math.min(44, height)) }
  const bar = form === 'line' ? inLine : { width: width * 0.94, height: Math.min(60, height * 0.42) }
  return {
    x: isMirrored ? x : x + width - bar.width,
    y: form === 'line' ? y + (height - bar.height) / 2 : y + height - bar.height,
    ...bar,
  }
}
