import type { BoardOf } from '@multiball/shared/api'
import type { Connection } from '@multiball/shared/live'
import type { BootstrapOf, ScoresOf, BoardType, Slideshow } from '@multiball/shared/schema'
import type { ComponentType } from 'react'

/** 'screen' is a board alone on the wall, 'cell' one of a grid or a list. */
export type DisplayLayout = 'screen' | 'cell'

/** What the deployment, or the page's address, decides for every display. */
export interface DisplayOptions {
  /** the one machine title of YOU WIN / YOU FAILED */
  winnerMachineTitle: string | null
  /** a scoreboard on a screen of its own shows a code that leads players to the claim page */
  hasClaimCodes?: boolean
  /** a scoreboard that fills this screen plays attract mode while nobody plays */
  hasAttract?: boolean
  /** the Powered-by line, for a display that draws its own foot */
  branding?: string
}

export interface DisplayProps<Type extends BoardType = BoardType> {
  bootstrap: BootstrapOf<Type>
  /** undefined until the first state arrived */
  scores: ScoresOf<Type> | undefined
  layout: DisplayLayout
  options: DisplayOptions
  /** true in the grid of a comboboard with high density: a leaderboard shows 5 rows */
  isHighDensity?: boolean
  /** opens this board where it is private, and with it what the board itself shows */
  viewerKey?: string
  /** for a display that says itself how fresh it is, as overlays do */
  connection?: Connection
}

/** What a remote's `./display` exposes as `display`: how boards of one type look. */
export interface BoardDisplay<Type extends BoardType = BoardType> {
  type: Type
  /** drawn over footage: it stands on no Stage, its page is transparent, and it has a size of its own */
  isOverlay?: true
  /** moments never take over the screen: each is a 'strip' at its edge; or the display shows them itself, in its 'own' way */
  moments?: 'strip' | 'own'
  /** stands on a Stage and fills it */
  Display: ComponentType<DisplayProps<Type>>
  /** of a type from a remote: the contents of an SVG of 76 × 43, without which its boards are neutral in lists */
  Thumbnail?: ComponentType<ThumbnailFaceProps<Type>>
}

/** What a board in small is drawn from. */
export interface ThumbnailFaceProps<Type extends BoardType = BoardType> {
  /** as it is stored: its settings stand beside the title */
  board: BoardOf<Type>
  /** undefined until they are known */
  scores: ScoresOf<Type> | undefined
}

export type SlideshowScreen = Slideshow['items'][number]

export interface SlideshowDisplayProps {
  /** the screens in their order; none are shown as gone */
  screens: readonly SlideshowScreen[]
  /** the viewer key with which a screen's board is opened */
  keyOf?(screen: SlideshowScreen): string | undefined
  /** Called when a screen's turn is over: it stays until the answer, if there is one, has settled. */
  onTurnOver?(): Promise<unknown> | undefined
  /** Called when a screen came on stage that is not as it should be: `type` is its board's, whose display is missing; undefined when the board is. */
  onTrouble?(type: BoardType | undefined): void
}

/** What the remote of slideshows exposes as `display`: a slideshow has no state of its own, its screens have. */
export interface SlideshowDisplay {
  type: 'slideshow'
  /** has stages of its own, and fills its parent, which must have a size */
  Display: ComponentType<SlideshowDisplayProps>
}

/** What a remote exposes for boards of this type. */
export type DisplayOf<Type extends BoardType = BoardType> = [Type] extends ['slideshow']
  ? SlideshowDisplay
  : BoardDisplay
