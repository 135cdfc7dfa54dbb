import type { SlideshowScreen } from '@multiball/shared/boards'
import { type RowDetails, Thumbnail, useNewestScores } from '@multiball/shared/pages'
import type { BoardType, Slideshow, SlideshowImage } from '@multiball/shared/schema'
import { pictureAddress } from '../display/PictureSlide'
import { countText, loopText } from '../form/slides'
import css from './PictureThumbnail.module.css'

const firstSlides = (boards: readonly Slideshow[], type: BoardType) =>
  boards.flatMap(({ items: [first] }) => (first?.item_type === type ? [{ id: first.item_id }] : []))

/** A slideshow's row: its first slide in small, how many it has, and how long a loop takes. */
export function useRows(boards: readonly Slideshow[]): (board: Slideshow) => RowDetails {
  const scoreboards = useNewestScores(firstSlides(boards, 'scoreboard'), 'scoreboard')
  const leaderboards = useNewestScores(firstSlides(boards, 'leaderboard'), 'leaderboard')
  const comboboards = useNewestScores(firstSlides(boards, 'comboboard'), 'comboboard')

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
  return ({ items }) => ({ thumbnail: thumbnailOf(items[0]), place: loopText(items), shortPlace: countText(items) })
}

/** A picture in small, as large as a board's thumbnail. */
const PictureThumbnail = ({ image }: { image: SlideshowImage | undefined }) => (
  <span className={css.thumbnail}>
    {image && <img className={css.picture} src={pictureAddress(image)} alt="" loading="lazy" />}
  </span>
)
