import type { SlideshowImage } from '@multiball/shared/schema'
import { pictureAddress } from '../display/PictureSlide'
import css from './PictureThumbnail.module.css'

/** A picture in small, as large as a board's thumbnail. */
export const PictureThumbnail = ({ image }: { image: SlideshowImage | undefined }) => (
  <span className={css.thumbnail}>{image && <img className={css.picture} src={pictureAddress(image)} alt="" loading="lazy" />}</span>
)
