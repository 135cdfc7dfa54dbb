import { Thumbnail, useNewestScores, type SlideshowScreen } from '@multiball/shared/boards'
import type { RowDetails } from '@multiball/shared/pages'
import type { BoardType, Slideshow } from '@multiball/shared/schema'
import { countText, roundText } from '../form/roundText'
import { PictureThumbnail } from './PictureThumbnail'

const firstScreens = (boards: readonly Slideshow[], type: BoardType) =>
  boards.flatMap(({ items: [first] }) => (first?.item_type === type ? [{ id: first.item_id }] : []))

/** A slideshow's row: its first screen in small, how many it has, and how long a round takes. */
export function useRows(boards: readonly Slideshow[]): (board: Slideshow) => RowDetails {
  const scoreboards = useNewestScores(firstScreens(boards, 'scoreboard'), 'scoreboard')
  const leaderboards = useNewestScores(firstScreens(boards, 'leaderboard'), 'leaderboard')
  const comboboards = useNewestScores(firstScreens(boards, 'comboboard'), 'comboboard')

  const thumbnailOf = (first: SlideshowScreen | undefined) => {
    switch (first?.item_type) {
      case 'slideshowimage':
        return <PictureThumbnail image={first.image} />
      case 'leaderboard':
        return <Thumbnail type="leaderboard" scores={leaderboards.get(first.item_id)} />
      case 'comboboard':
        return <Thumbnail type="comboboard" scores={comboboards.get(first.item_id)} />
      case 'scoreboard':
        return <Thumbnail type="scoreboard" scores={scoreboards.get(first.item_id)} />
      default:
        return <Thumbnail type={first?.item_type ?? 'scoreboard'} scores={undefined} />
    }
  }
  return ({ items }) => ({ thumbnail: thumbnailOf(items[0]), place: roundText(items), shortPlace: countText(items) })
}
