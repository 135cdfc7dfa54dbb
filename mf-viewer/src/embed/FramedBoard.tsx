import { BoardScreen, boardTroubleOf, DisplayBoundary, throwFailure, useDisplay } from '@multiball/shared/boards'
import { reportClientError } from '@multiball/shared/client'
import { Spoken, StageThemeContext } from '@multiball/shared/display'
import { useBoard, type BoardAddress } from '@multiball/shared/live'
import { streamboardCanvas, type BootstrapOf } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useContext, useMemo, useState } from 'react'
import { recover } from '../page/recover'
import { FitCanvas } from './FitCanvas'
import { FrameCard } from './FrameCard'
import type { SendEvent } from './frameMessages'
import { themedStream } from './themedStream'
import { Thrown } from './Thrown'
import { useFrameReports } from './useFrameReports'
import { useFrameTitle } from './useFrameTitle'

export interface FramedProps {
  address: BoardAddress
  /** the document's name, in place of the board's title */
  name: string | undefined
  send: SendEvent
  /** loads the frame anew */
  reload(): void
}

const reloadEveryMs = 60_000

const canvasOf = (bootstrap: BootstrapOf | undefined) =>
  bootstrap && 'config_json' in bootstrap ? streamboardCanvas(bootstrap.config_json) : undefined

/** One live board in a partner's page. What was shown once stays while the network is away. */
export function FramedBoard({ address, name, send, reload }: FramedProps) {
  const { type } = address
  const store = useStore()
  const { bootstrap, scores, connection, asOf, error } = useBoard(address)
  const display = useDisplay(type)
  const [hasThrown, setThrown] = useState(false)
  const theme = useContext(StageThemeContext)
  const themed = useMemo(() => (bootstrap && 'config_json' in bootstrap ? themedStream(bootstrap, theme) : bootstrap), [bootstrap, theme])

  const trouble = boardTroubleOf({ status: error?.status, hasBoard: bootstrap !== undefined, hasFailed: display.type === 'failed' || hasThrown })
  const isReady = bootstrap !== undefined && display.type === 'ready'
  const canvas = useMemo(() => canvasOf(bootstrap), [bootstrap])
  useFrameReports(send, { address, title: isReady ? bootstrap.title : undefined, trouble, connection, asOf, scores, size: canvas })
  useFrameTitle(name ?? bootstrap?.title)

  const thrown = () => {
    setThrown(true)
    const failure = throwFailure(type)
    if (failure.version !== '-') reportClientError(failure)
  }
  const bringBack = () => void recover(store, type, false, reload).then(() => setThrown(false))
  if (trouble) {
    // A board that comes back may have other sites on its list: that is asked with a new page.
    if (trouble.code === 'BOARD_NOT_FOUND') return <FrameCard trouble={trouble} onRetry={reload} retryEveryMs={reloadEveryMs} />
    return <FrameCard trouble={trouble} onRetry={trouble.code === 'REMOTE_FAILED' ? bringBack : undefined} />
  }
  if (!themed || display.type !== 'ready') return canvas ? null : <p className="mb-waiting">Waiting for data...</p>

  const screen = <BoardScreen display={display.display} bootstrap={themed} scores={scores} connection={connection} asOf={asOf} error={error?.message} viewerKey={address.key} />
  return (
    <DisplayBoundary fallback={() => <Thrown onThrown={thrown} />}>
      <Spoken as="h1">{themed.title}</Spoken>
      {canvas ? <FitCanvas canvas={canvas}>{screen}</FitCanvas> : screen}
    </DisplayBoundary>
  )
}
