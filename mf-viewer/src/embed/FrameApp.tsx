import { StageThemeContext } from '@multiball/shared/display'
import type { BoardAddress } from '@multiball/shared/live'
import { useEffect, useMemo, useState } from 'react'
import css from './Frame.module.css'
import { FramedBoard } from './FramedBoard'
import { FramedSlideshow } from './FramedSlideshow'
import { MissingBoard } from './MissingBoard'
import { useFreshFrame } from './useFreshFrame'
import type { FrameMessages } from './frameMessages'
import { stageThemeOf, type FrameQuery } from './frameOptions'

export interface FrameAppProps {
  /** undefined where there is no such board for this visitor */
  address: BoardAddress | undefined
  query: FrameQuery
  messages: FrameMessages
  /** loads the frame anew */
  reload?(): void
}

/** One board in the page of a partner, in the colours that the partner chose. */
export function FrameApp({ address, query, messages, reload = () => location.reload() }: FrameAppProps) {
  const [options, setOptions] = useState(query.options)
  useEffect(() => messages.onConfigure((wish) => setOptions((before) => ({ ...before, ...wish }))), [messages])

  useFreshFrame(reload)

  const { theme, accent, lang } = options
  const stageTheme = useMemo(() => stageThemeOf({ theme, accent }), [theme, accent])
  useEffect(() => {
    if (lang) document.documentElement.lang = lang
  }, [lang])

  const Framed = address?.type === 'slideshow' ? FramedSlideshow : FramedBoard
  return (
    <StageThemeContext value={stageTheme}>
      <main className={css.frame}>
        {address ? <Framed address={address} name={query.title} send={messages.send} reload={reload} /> : <MissingBoard send={messages.send} reload={reload} />}
      </main>
    </StageThemeContext>
  )
}
