import { boardTroubleOf, DisplayBoundary, startDisplay, useDisplay } from '@multiball/shared/boards'
import type { Slideshow } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useEffect } from 'react'
import type { BoardProps } from './LiveBoard'
import { Note } from './Note'
import { useRetry } from './useRetry'
import { useSlideshow } from './useSlideshow'
import { useTell } from './useTell'
import { useThrown } from './useThrown'
import { useWishedSize } from './useWishedSize'

const type = 'slideshow'

/** A slideshow: no state of its own, its screens have. One that was changed comes when a screen's turn is over. */
export function SlideshowBoard({ address, frame, onEvent }: BoardProps) {
  const display = useDisplay(type)
  const { slideshow, error, takeNewest, ask } = useSlideshow(address)
  const thrown = useThrown()
  const trouble = boardTroubleOf({ status: error?.status, hasBoard: slideshow !== undefined, hasFailed: display.type === 'failed' || thrown.has })
  const isShown = trouble === undefined && slideshow !== undefined && display.type === 'ready'
  useRetry(type, display)
  useDisplaysOf(slideshow)
  useWishedSize(onEvent, frame, isShown)
  useTell(onEvent, 'error', trouble)
  useTell(onEvent, 'ready', isShown ? { type, board: address.id, title: slideshow.title } : undefined)
  useTell(onEvent, 'state', isShown ? { connection: error ? 'offline' : 'live' } : undefined)

  if (trouble) return <Note text={trouble.message} />
  if (!isShown) return <Note text="Waiting for data..." />
  const { Display } = display.display
  return (
    <DisplayBoundary key={thrown.times} fallback={() => <thrown.Mark />}>
      <Display screens={slideshow.items} keyOf={() => address.key} onTurnOver={takeNewest} onTrouble={ask} />
    </DisplayBoundary>
  )
}

/** Loads the displays of all its screens at once: the first turns are short. */
function useDisplaysOf(slideshow: Slideshow | undefined) {
  const store = useStore()
  useEffect(() => {
    for (const { item_type: shown } of slideshow?.items ?? []) if (shown !== 'slideshowimage') void startDisplay(store, shown)
  }, [store, slideshow])
}
