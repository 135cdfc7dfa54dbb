import { StageThemeContext } from '@multiball/shared/display'
import type { BoardAddress, Store } from '@multiball/shared/live'
import { Provider } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Look, OnEvent } from '../contract'
import { LiveBoard } from './LiveBoard'
import css from './root.module.css'
import { SlideshowBoard } from './SlideshowBoard'
import { themeOf } from './themeOf'

export interface EmbeddedBoardProps {
  address: BoardAddress
  look: Look & { title?: string }
  store: Store
  onEvent: OnEvent
}

/** One board in somebody else's page. */
export function EmbeddedBoard({ address, look, store, onEvent }: EmbeddedBoardProps) {
  const { theme, accent, background, title } = look
  const colors = useMemo(() => themeOf({ theme, accent, background }), [theme, accent, background])
  const [ownTitle, setOwnTitle] = useState<string>()
  const tell: OnEvent = useCallback(
    (event, detail) => {
      if ('title' in detail) setOwnTitle(detail.title)
      onEvent(event, detail)
    },
    [onEvent],
  )
  const frame = useRef<HTMLDivElement>(null)
  const Board = address.type === 'slideshow' ? SlideshowBoard : LiveBoard
  return (
    <Provider store={store}>
      <StageThemeContext value={colors}>
        <div ref={frame} className={css.fill} role="group" aria-label={title ?? ownTitle}>
          <Board address={address} frame={frame} onEvent={tell} />
        </div>
      </StageThemeContext>
    </Provider>
  )
}
