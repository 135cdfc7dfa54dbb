import { Icon, Tabs } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import css from './BoardPreview.module.css'
import { ScaledScreen } from './ScaledScreen'

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
export function BoardPreview<Sample extends string>({ samples, screenOf = () => fullScreen, note = 'The real display, with sample scores.', children }: BoardPreviewProps<Sample>) {
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
