import { BoardScreen, boardTroubleOf, DisplayBoundary, reportedPlayers, useDisplay } from '@multiball/shared/boards'
import { useBoard, type BoardAddress } from '@multiball/shared/live'
import { isLiveBoardType, type ScoresOf, type BoardType } from '@multiball/shared/schema'
import { useCallback, useDeferredValue, type RefObject } from 'react'
import type { EmbedEvents, EmbedType, OnEvent } from '../contract'
import { Fit } from './Fit'
import { Note } from './Note'
import { useRetry } from './useRetry'
import { useTell } from './useTell'
import { useThrown } from './useThrown'
import { useUnfolded } from './useUnfolded'
import { useWishedSize } from './useWishedSize'

export interface BoardProps {
  address: BoardAddress
  /** around the board */
  frame: RefObject<HTMLElement | null>
  onEvent: OnEvent
}

const Nothing = () => null

/** The players of the game that a scoreboard shows; nothing for other types. */
function playersOf(type: BoardType, scores: ScoresOf): Pick<EmbedEvents['score'], 'players'> {
  if (type !== 'scoreboard') return {}
  return { players: reportedPlayers((scores as ScoresOf<'scoreboard'>).data).map(({ name, score }) => ({ name, score: String(score) })) }
}

/** A board with a state of its own. What was shown once stays: scores outlive the network. */
export function LiveBoard({ address, frame, onEvent }: BoardProps) {
  const type = address.type as EmbedType
  const { bootstrap, scores, connection, asOf, error } = useBoard(address)
  const display = useDisplay(type)
  const thrown = useThrown()
  const trouble = boardTroubleOf({ status: error?.status, hasBoard: bootstrap !== undefined, hasFailed: display.type === 'failed' || thrown.has })
  const isThere = trouble === undefined && bootstrap !== undefined && display.type === 'ready'
  // The stage is drawn first, then what stands on it, which is laid out part by part: all at once would hold the partner's page up for long.
  const isDrawn = useDeferredValue(isThere, false) && isThere
  const { ref, className, isUnfolded } = useUnfolded(isDrawn)
  const isShown = isUnfolded && isThere
  useRetry(type, display)
  const isOverlay = display.type === 'ready' && display.display.isOverlay === true
  useWishedSize(onEvent, frame, isShown && !isOverlay)
  const sized = useCallback((size: { width: number; height: number }) => onEvent('resize', size), [onEvent])
  useTell(onEvent, 'error', trouble)
  useTell(onEvent, 'ready', isShown ? { type, board: address.id, title: bootstrap.title } : undefined)
  useTell(onEvent, 'state', isShown ? { connection, asOf } : undefined)
  useTell(onEvent, 'score', isShown && scores && isLiveBoardType(type) ? { type, board: address.id, seq: scores.seq, ...playersOf(type, scores) } : undefined)

  if (trouble) return <Note text={trouble.message} />
  if (!isThere) return <Note text="Waiting for data..." />
  const screen = (
    <BoardScreen display={isDrawn ? display.display : { ...display.display, Display: Nothing }} bootstrap={bootstrap} scores={scores} connection={connection} asOf={asOf} error={error?.message} viewerKey={address.key} />
  )
  return (
    <DisplayBoundary key={thrown.times} fallback={() => <thrown.Mark />}>
      <div ref={ref} className={className}>
        {isOverlay ? <Fit onSize={sized}>{screen}</Fit> : screen}
      </div>
    </DisplayBoundary>
  )
}
