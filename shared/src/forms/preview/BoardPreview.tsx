import { Icon, Tabs } from '@multiball/shared/ui'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import css from './BoardPreview.module.css'

/** The inner width of an element in px, kept up to date; 0 before it is laid out. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setWidth(measured.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}

interface ScaledScreenProps {
  /** px that the screen is drawn at, default 1920 × 1080 */
  width?: number
  height?: number
  children: ReactNode
}

/** A screen drawn at its own size and fitted to the width there is. Nothing on it can be pressed. */
export function ScaledScreen({ width = 1920, height = 1080, children }: ScaledScreenProps) {
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

interface BoardPreviewProps<Sample extends string> {
  samples: readonly Sample[]
  /** size in px that the board is drawn at before it is scaled to the preview; default 1920 × 1080 */
  screenOf?(sample: Sample): { width: number; height: number }
  /** the line below, which may differ between the states */
  note?: string | ((sample: Sample) => string)
  /** The board in this state, filling its box. */
  children(sample: Sample): ReactNode
}

const fullScreen = { width: 1920, height: 1080 }

/** The real display of a board, scaled to the form, in one of its sample states. */
export function BoardPreview<Sample extends string>({
  samples,
  screenOf = () => fullScreen,
  note = 'The real display, with sample scores.',
  children,
}: BoardPreviewProps<Sample>) {
  const tabs = samples.map((sample) => ({
    id: sample,
    label: sample,
    content: (
      <>
        <ScaledScreen {...screenOf(sample)}>{children(sample)}</ScaledScreen>
        <p className={css.note}>
          <Icon name="tv" /> {typeof note === 'string' ? note : note(sample)}
        </p>
      </>
    ),
  }))
  return (
    <div className={css.card}>
      <Tabs label="Sample scores" tabs={tabs} />
    </div>
  )
}
