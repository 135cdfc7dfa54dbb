import { ScaledScreen } from '@multiball/shared/forms'
import { Segmented, useIsPhone } from '@multiball/shared/ui'
import { useState, useSyncExternalStore } from 'react'
import type { Look } from '../look/look'
import type { OwnBoard } from '../ownBoards'
import { type Device, pageSize } from './pageSize'
import css from './Preview.module.css'
import { previewCommand } from './previewMessages'
import { usePreview } from './usePreview'

const root = () => document.documentElement

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The dashboard's theme, which the page around the preview takes on. */
const useTheme = (): 'light' | 'dark' =>
  useSyncExternalStore(follow, () => (root().dataset.theme === 'dark' ? 'dark' : 'light'))

interface PreviewProps {
  board: OwnBoard
  look: Look
  mode: Look['mode']
}

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const satisfies { value: Device; label: string }[]

/** What to say of a board that does not come. `isLocked`: it is private, and the code has not its key. */
function sentenceOf(trouble: string, isLocked: boolean): string {
  if (trouble === 'NO_SCRIPT')
    return 'The embed script did not load. Whoever runs this Multiball publishes it with “npm run build”.'
  if (trouble !== 'BOARD_NOT_FOUND')
    return `The board did not load (${trouble}). Pages show this instead, and try again by themselves.`
  return isLocked
    ? 'Without the viewer key, pages show this.'
    : 'This board is no longer there. Pages show this instead.'
}

/** The board in somebody's page, live, as wide as a desktop's or a phone's. */
export function Preview({ board, look, mode }: PreviewProps) {
  const [device, setDevice] = useState<Device>(useIsPhone() ? 'phone' : 'desktop')
  const theme = useTheme()
  const { frame, trouble } = usePreview(previewCommand({ board, look, mode, theme }))
  return (
    <figure className={css.preview} aria-label="Preview">
      <div className={css.bar}>
        <span className={css.dots} aria-hidden="true" />
        <span className={css.address} aria-hidden="true">
          your-site.example
        </span>
        <Segmented
          label="Width of the page"
          isLabelHidden
          options={devices}
          value={device}
          onChange={(chosen) => setDevice(chosen)}
        />
      </div>
      <div className={css.page} data-device={device}>
        <div className={css.screen}>
          <ScaledScreen {...pageSize(device, look, board.canvas)}>
            <iframe
              ref={frame}
              className={css.frame}
              src="/embed/v1/preview"
              title={`${board.title} in a page`}
              tabIndex={-1}
            />
          </ScaledScreen>
        </div>
      </div>
      <figcaption className={css.note}>
        <span role="status">
          {trouble ? sentenceOf(trouble, board.key !== undefined && !look.hasKey) : 'Live preview'}
        </span>
      </figcaption>
    </figure>
  )
}
