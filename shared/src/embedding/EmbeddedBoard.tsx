import {
  BoardScreen,
  boardTroubleOf,
  BringBackContext,
  bringBackPassing,
  CellFrameContext,
  DisplayBoundary,
  useDisplay,
  type BringBack,
} from '@multiball/shared/boards'
import { StageThemeContext, useSize, type Size } from '@multiball/shared/display'
import { useBoard, type BoardAddress } from '@multiball/shared/live'
import { streamboardCanvas, streamConfigNow, type BootstrapOf, type ScoresOf } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useCallback, useContext, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import css from './EmbeddedBoard.module.css'
import { scoreEvent, useTell, type TellEvent } from './events'
import { Fit, wishedSize } from './Fit'
import { stageThemeOf, themed, themedState, type BoardLook } from './look'
import { QueuedCell } from './QueuedCell'
import { Note } from './Note'
import { Thrown, useRetry, useThrown } from './recovery'
import { useSlideshow } from './slideshow'
import { DrawQueue, DrawQueueContext } from './drawQueue'
import { useUnfolded } from './useUnfolded'

interface EmbeddedBoardProps {
  address: BoardAddress
  look: BoardLook
  onEvent: TellEvent
  /** the page's way to bring a display back that is missing; by default the network is asked again where that may help */
  bringBack?: BringBack
}

/** One board in somebody else's page: fills its parent, tells what happens to it, and recovers by itself. */
export function EmbeddedBoard({ address, look, onEvent, bringBack = bringBackPassing }: EmbeddedBoardProps) {
  const { theme, accent, background, title } = look
  const colors = useMemo(() => stageThemeOf({ theme, accent, background }), [theme, accent, background])
  const [ownTitle, setOwnTitle] = useState<string>()
  const tell: TellEvent = useCallback(
    (event, detail) => {
      if ('title' in detail) setOwnTitle(detail.title)
      onEvent(event, detail)
    },
    [onEvent],
  )
  const [queue] = useState(() => new DrawQueue())
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useSize(frame)
  const Board = address.type === 'slideshow' ? SlideshowBoard : LiveBoard
  return (
    <StageThemeContext value={colors}>
      <DrawQueueContext value={queue}>
        <CellFrameContext value={QueuedCell}>
          <BringBackContext value={bringBack}>
            <div ref={frame} className={css.fill} role="group" aria-label={title ?? ownTitle}>
              <Board address={address} width={width} onEvent={tell} />
            </div>
          </BringBackContext>
        </CellFrameContext>
      </DrawQueueContext>
    </StageThemeContext>
  )
}

interface BoardProps extends Pick<EmbeddedBoardProps, 'address' | 'onEvent'> {
  /** px; 0 until it is laid out */
  width: number
}

const Nothing = () => null

/** px: the canvas that a streamboard's owner chose; any other board over footage is measured */
const canvasOf = (bootstrap: BootstrapOf | undefined, scores: ScoresOf | undefined) =>
  bootstrap && 'config_json' in bootstrap
    ? streamboardCanvas(streamConfigNow(bootstrap, scores as ScoresOf<'streamboard'> | undefined))
    : undefined

/** A board with a state of its own. What was shown once stays: scores outlive the network. */
function LiveBoard({ address, width, onEvent }: BoardProps) {
  const { type } = address
  const { bootstrap, scores, connection, asOf, error } = useBoard(address)
  const display = useDisplay(type)
  const thrown = useThrown(type)
  const colors = useContext(StageThemeContext)
  const shown = useMemo(() => bootstrap && themed(bootstrap, colors), [bootstrap, colors])
  const state = useMemo(() => themedState(scores, colors), [scores, colors])
  const trouble = boardTroubleOf({
    status: error?.status,
    hasBoard: bootstrap !== undefined,
    hasFailed: display.type === 'failed' || thrown.has,
  })
  const isThere = trouble === undefined && shown !== undefined && display.type === 'ready'
  // The stage is drawn first, then what stands on it, which is laid out part by part: all at once would hold the partner's page up for long.
  const isDrawn = useDeferredValue(isThere, false) && isThere
  const { ref, folded, isUnfolded } = useUnfolded(isDrawn, useContext(DrawQueueContext).noneWaits)
  const isOverlay = display.type === 'ready' && display.display.isOverlay === true
  const [measured, setMeasured] = useState<Size>()
  const size = isOverlay ? (canvasOf(bootstrap, scores) ?? measured) : wishedSize(width)
  const isShown = isUnfolded && isThere
  useRetry(type, display)
  useTell(onEvent, 'error', trouble)
  useTell(onEvent, 'ready', isShown ? { type, board: address.id, title: shown.title } : undefined)
  useTell(onEvent, 'resize', isShown && size?.width ? size : undefined)
  useTell(onEvent, 'state', isShown ? { connection, asOf } : undefined)
  useTell(onEvent, 'score', isShown && scores ? scoreEvent(address, scores) : undefined)

  if (trouble) return <Note text={trouble.message} isCard />
  if (!isThere) return <Note text="Waiting for data..." />
  const screen = (
    <BoardScreen
      display={isDrawn ? display.display : { ...display.display, Display: Nothing }}
      bootstrap={shown}
      scores={state}
      connection={connection}
      asOf={asOf}
      error={error?.message}
      viewerKey={address.key}
    />
  )
  return (
    <DisplayBoundary key={thrown.times} type={type} fallback={() => <Thrown onThrown={thrown.mark} />}>
      <div ref={ref} className={folded ? `${css.fill} ${folded}` : css.fill}>
        {isOverlay ? <Fit onSize={setMeasured}>{screen}</Fit> : screen}
      </div>
    </DisplayBoundary>
  )
}

/** A slideshow: no state of its own, its slides have. One that was changed comes when a slide's turn is over. */
function SlideshowBoard({ address, width, onEvent }: BoardProps) {
  const type = 'slideshow'
  const store = useStore()
  const bringBack = useContext(BringBackContext)
  const display = useDisplay(type)
  const { slideshow, isChanged, error, ask, takeNewest } = useSlideshow(address)
  const thrown = useThrown(type)
  const trouble = boardTroubleOf({
    status: error?.status,
    hasBoard: slideshow !== undefined,
    hasFailed: display.type === 'failed' || thrown.has,
  })
  const isThere = trouble === undefined && slideshow !== undefined && display.type === 'ready'
  // Drawn in pieces: see LiveBoard.
  const isShown = useDeferredValue(isThere, false) && isThere
  useRetry(type, display)
  useTell(onEvent, 'error', trouble)
  useTell(onEvent, 'ready', isShown ? { type, board: address.id, title: slideshow.title } : undefined)
  useTell(onEvent, 'resize', isShown && width > 0 ? wishedSize(width) : undefined)
  useTell(onEvent, 'state', isShown ? { connection: error ? 'offline' : 'live' } : undefined)
  // Without a slide there is no turn to wait for.
  const isOver = isChanged && slideshow?.items.length === 0
  useEffect(() => {
    if (isOver) takeNewest()
  }, [isOver, takeNewest])

  if (trouble) return <Note text={trouble.message} isCard />
  if (!isShown) return <Note text="Waiting for data..." />
  const { Display } = display.display
  return (
    <DisplayBoundary key={thrown.times} type={type} fallback={() => <Thrown onThrown={thrown.mark} />}>
      <Display
        screens={slideshow.items}
        keyOf={() => address.key}
        onTurnOver={() => void takeNewest()}
        onTrouble={(missing) => {
          void ask()
          if (missing) void bringBack(store, missing, false)
        }}
      />
    </DisplayBoundary>
  )
}
