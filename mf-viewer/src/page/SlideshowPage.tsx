import {
  BringBackContext,
  DisplayBoundary,
  FailureCard,
  throwFailure,
  useBringBack,
  useDisplay,
  type BringBack,
} from '@multiball/shared/boards'
import { Spoken } from '@multiball/shared/display'
import { useSlideshow } from '@multiball/shared/embedding'
import type { BoardAddress } from '@multiball/shared/live'
import type { BoardType } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useCallback, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useFreshPage } from '../kiosk/useFreshPage'
import { slideshowMemory } from '../offline/memory'
import { FullText } from './FullText'
import { recover } from './recover'
import { ReloadContext } from './ReloadContext'
import { useTitle } from './screen'

const type = 'slideshow'
/** longer than any page takes to go */
const reloadPatienceMs = 30_000

interface SlideshowPageProps {
  address: BoardAddress
  reload?(): void
}

/**
 * A slideshow, full screen. One that was changed is shown as it was until a slide's turn is over and the server
 * answers: then the page is reloaded.
 */
export function SlideshowPage({ address, reload: given }: SlideshowPageProps) {
  const around = useContext(ReloadContext)
  const reload = given ?? around
  const store = useStore()
  const display = useDisplay(type)
  const { slideshow, isChanged, error, ask } = useSlideshow(address, slideshowMemory())
  const [isPageOld, setPageOld] = useState(false)
  const bringBack = useBringBack(type)
  // What is missing on a slide waits until its turn is over.
  const bringBackSlide: BringBack = useCallback(
    (around, missing, byHand) => recover(around, missing, byHand, () => setPageOld(true)),
    [],
  )
  useFreshPage({ isIdle: () => true, reload: () => setPageOld(true) })
  useTitle(slideshow?.title)

  const reloadOnceAnswered = async () => {
    if (!(await ask())) return
    reload()
    await new Promise((resolve) => setTimeout(resolve, reloadPatienceMs))
  }
  const isDue = isChanged || isPageOld
  const isEmpty = slideshow?.items.length === 0
  // Without a slide there is no turn to wait for.
  const reloadEmpty = useEffectEvent(() => void reloadOnceAnswered())
  useEffect(() => {
    if (isDue && isEmpty) reloadEmpty()
  }, [isDue, isEmpty])

  const lookInto = (missing: BoardType | undefined) => {
    void ask()
    if (missing) void bringBackSlide(store, missing, false)
  }

  if (display.type === 'failed') return <FailureCard failure={display.failure} onRetry={bringBack} />
  if (error && !slideshow && error.status >= 400 && error.status < 500) return <FullText error={error.message} />
  if (!slideshow || display.type === 'loading') return <FullText text="Waiting for data..." error={error?.message} />
  const { Display } = display.display
  return (
    <DisplayBoundary
      type={type}
      fallback={(retry) => (
        <FailureCard failure={throwFailure(type)} onRetry={(byHand) => bringBack(byHand).then(retry)} />
      )}
    >
      <Spoken as="h1">{slideshow.title}</Spoken>
      <BringBackContext value={bringBackSlide}>
        <Display
          screens={slideshow.items}
          keyOf={() => address.key}
          onTurnOver={() => (isDue ? reloadOnceAnswered() : undefined)}
          onTrouble={lookInto}
        />
      </BringBackContext>
    </DisplayBoundary>
  )
}
