import { Icon, Tabs } from '@multiball/shared/ui'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import css from './BoardPreview.module.css'
import { useWidth } from './useWidth'

interface BoardPreviewProps<Sample extends string> {
  samples: readonly Sample[]
  /** size in px that the board is drawn at before it is scaled to the preview; default 1920 × 1080 */
  screenOf?(sample: Sample): { width: number; height: number }
  /** The board in this state, filling its box. */
  children(sample: Sample): ReactNode
}

const fullScreen = { width: 1920, height: 1080 }

/** The real display of a board, scaled to the form, in one of its sample states. */
export function BoardPreview<Sample extends string>({ samples, screenOf = () => fullScreen, children }: BoardPreviewProps<Sample>) {
  const tabs = samples.map((sample) => ({ id: sample, label: sample, content: <Scaled {...screenOf(sample)}>{children(sample)}</Scaled> }))
  return (
    <div className={css.card}>
      <Tabs label="Sample scores" tabs={tabs} />
      <p className={css.note}>
        <Icon name="view" /> The real display, with sample scores.
      </p>
    </div>
  )
}

interface ScaledProps {
  width: number
  height: number
  children: ReactNode
}

/** Draws at `width` × `height` px and fits that to the width there is. */
function Scaled({ width, height, children }: ScaledProps) {
  const box = useRef<HTMLDivElement>(null)
  const scale = useWidth(box) / width
  return (
    <div ref={box} className={css.box} style={{ height: height * scale }}>
      <div className={css.screen} style={{ width, height, transform: `scale(${scale})` }}>
        {children}
      </div>
    </div>
  )
}
