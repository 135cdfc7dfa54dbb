import { boardTroubleOf, DisplayBoundary, startDisplay, useDisplay } from '@multiball/shared/boards'
import { Spoken } from '@multiball/shared/display'
import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { recover } from '../page/recover'
import { useSlideshow } from '../page/useSlideshow'
import { FrameCard } from './FrameCard'
import type { FramedProps } from './FramedBoard'
import { Thrown } from './Thrown'
import { useFrameReports } from './useFrameReports'
import { useFrameTitle } from './useFrameTitle'

const type = 'slideshow'
const reloadEveryMs = 60_000
/** longer than any page takes to go */
const reloadPatienceMs = 30_000

/** A slideshow in a partner's page. One that was changed is loaded anew when a screen's turn is over. */
export function FramedSlideshow({ address, name, send, reload }: FramedProps) {
  const store = useStore()
  const display = useDisplay(type)
  const { slideshow, isChanged, error, ask } = useSlideshow(address)
  const [hasThrown, setThrown] = useState(false)

  const trouble = boardTroubleOf({ status: error?.status, hasBoard: slideshow !== undefined, hasFailed: display.type === 'failed' || hasThrown })
  const isReady = slideshow !== undefined && display.type === 'ready'
  useFrameReports(send, { address, title: isReady ? slideshow.title : undefined, trouble })
  useFrameTitle(name ?? slideshow?.title)

  // The first turns are short.
  useEffect(() => {
    for (const { item_type: shown } of slideshow?.items ?? []) if (shown !== 'slideshowimage') void startDisplay(store, shown)
  }, [store, slideshow])

  const reloadOnceAnswered = async () => {
    if (!(await ask())) return
    reload()
    await new Promise((resolve) => setTimeout(resolve, reloadPatienceMs))
  }
  // Without a screen there is no turn to wait for.
  const isOver = isChanged && slideshow?.items.length === 0
  const reloadEmpty = useEffectEvent(() => void reloadOnceAnswered())
  useEffect(() => {
    if (isOver) reloadEmpty()
  }, [isOver])

  if (trouble?.code === 'BOARD_NOT_FOUND') return <FrameCard trouble={trouble} onRetry={reload} retryEveryMs={reloadEveryMs} />
  if (trouble) return <FrameCard trouble={trouble} onRetry={() => void recover(store, type, false, reload).then(() => setThrown(false))} />
  if (!slideshow || display.type !== 'ready') return <p className="mb-waiting">Waiting for data...</p>
  const { Display } = display.display
  return (
    <DisplayBoundary fallback={() => <Thrown onThrown={() => setThrown(true)} />}>
      <Spoken as="h1">{slideshow.title}</Spoken>
      <Display
        screens={slideshow.items}
        keyOf={() => address.key}
        onTurnOver={() => (isChanged ? reloadOnceAnswered() : undefined)}
        onTrouble={(missing) => {
          void ask()
          if (missing) void recover(store, missing, false, reload)
        }}
      />
    </DisplayBoundary>
  )
}
