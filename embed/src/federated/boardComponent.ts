import './needsReact'
import {
  createElement,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FunctionComponent,
  type ReactNode,
} from 'react'
import { requireBoard, type EmbedFailure, type EmbedType, type Look, type Mounted, type OnEvent } from '../contract'
import { showInline } from '../element/inline'
import { hostReact } from './hostReact'

export interface BoardProps extends Look {
  /** number of the board */
  board: number
  /** opens a private board */
  viewerKey?: string
  /** name of the board for screen readers; default its own title */
  title?: string
  onEvent?: OnEvent
  /** of the element that the board fills; one without a height gets 16:9 */
  className?: string
  style?: CSSProperties
  /** stands there until the board is shown, and when it cannot be */
  children?: ReactNode
}

const whole: CSSProperties = { height: '100%' }
const unseen: CSSProperties = { height: '100%', visibility: 'hidden' }
const over: CSSProperties = { position: 'absolute', top: 0, right: 0, bottom: 0, left: 0, overflow: 'auto' }

/** The component for boards of one type. It runs on every React with hooks; the board in it is live by itself. */
export function boardComponent(type: EmbedType): FunctionComponent<BoardProps> {
  return function MultiballBoard({
    board,
    viewerKey,
    theme,
    accent,
    background,
    lang,
    title,
    onEvent,
    className,
    style,
    children,
  }) {
    const place = useRef<HTMLDivElement>(null)
    const shown = useRef<Mounted>(undefined)
    const [isReady, setReady] = useState(false)
    const tell = useRef(onEvent)
    const look = { theme, accent, background, lang, title }
    const latestLook = useRef(look)

    useEffect(() => {
      tell.current = onEvent
      latestLook.current = look
    })

    useEffect(() => {
      const hear: OnEvent = (event, detail) => {
        if (event === 'ready') setReady(true)
        if ('code' in detail && detail.code !== 'NETWORK') setReady(false)
        tell.current?.(event, detail)
      }
      setReady(false)
      try {
        requireBoard({ type, board })
      } catch (cause) {
        const { code, message } = cause as EmbedFailure
        return hear('error', { code, message })
      }
      const begun = showInline(place.current!, { type, board, key: viewerKey, ...latestLook.current }, hear, hostReact)
      shown.current = begun
      return () => {
        shown.current = undefined
        begun.unmount()
      }
    }, [board, viewerKey])

    useEffect(() => {
      shown.current?.update({ theme, accent, background, lang, title })
    }, [theme, accent, background, lang, title])

    return createElement(
      'div',
      { className, style: { position: 'relative', ...style } },
      createElement('div', { ref: place, style: isReady || !children ? whole : unseen }),
      !isReady && children && createElement('div', { style: over }, children),
    )
  }
}
