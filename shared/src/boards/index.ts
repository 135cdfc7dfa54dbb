export { BoardCell, CellFrameContext, type BoardCellProps } from './BoardCell'
export { BringBackContext, bringBackPassing, useBringBack, type BringBack } from './bringBack'
export { boardTroubleOf, reportedPlayers, type ReportedPlayer } from './boardReports'
export { BoardScreen, type BoardScreenProps } from './BoardScreen'
export { BoardTile, renderBoard } from './BoardTile'
export { CellNote } from './CellNote'
export { DisplayBoundary } from './DisplayBoundary'
export {
  displayAtom,
  displaysOf,
  loadDisplay,
  retryDisplay,
  startDisplay,
  throwFailure,
  useDisplay,
  type DisplayFailure,
  type DisplayState,
  type DisplayStateOf,
} from './useDisplay'
export { displayOptions, playAttract, showClaimCodes } from './displayOptions'
export { FailureCard, type FailureCardProps } from './FailureCard'
export { gridShape, type GridShape } from './gridShape'
export { MomentBeginContext, type MomentListener } from './momentBegin'
export { saveCode } from './saveCode'
export { Thumbnail } from './thumbnails/Thumbnail'
export type {
  BoardDisplay,
  DisplayLayout,
  DisplayOptions,
  DisplayProps,
  SlideshowDisplay,
  SlideshowDisplayProps,
  SlideshowScreen,
  ThumbnailFaceProps,
} from './types'
export { useNewestScores } from './useNewestScores'
