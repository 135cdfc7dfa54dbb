import { Slideshow, SlideshowInput } from '@multiball/shared/schema'
import { invalid } from '../http/refusals'
import { mediaAddress } from '../media/mediaAddress'
import { inOrder } from './inOrder'
import type { BoardKind } from './kind'
import { areUsableBoards } from './references.store'
import { notFoundHere } from './sentences'
import { replaceScreens, screensOf, usableImages } from './slideshows.store'
import type { SlideshowRow, StoredScreen } from './slideshows.store'

/** A screen as it is answered; a picture brings what is needed to show it. */
const screenAnswer = ({ media, width, height, ...screen }: StoredScreen) => ({
  ...screen,
  ...(media && width !== null && height !== null && { image: { id: screen.item_id, image: mediaAddress(media), width, height } }),
})

/** What is special about slideshows. */
export const slideshows: BoardKind<SlideshowInput, SlideshowRow> = {
  type: 'slideshow',
  table: 'slideshows',
  input: SlideshowInput,
  answer: Slideshow,
  empty: { title: '', items: [] },

  columns: () => ({}),

  async checkReferences(db, { items }, by) {
    const boards = items.flatMap(({ item_type: type, item_id: id }) => (type === 'slideshowimage' ? [] : [{ type, id }]))
    const images = items.filter(({ item_type }) => item_type === 'slideshowimage').map(({ item_id }) => item_id)
    const usable = await usableImages(db, images, by)
    if (!(await areUsableBoards(db, boards, by)) || !images.every((id) => usable.has(id))) throw invalid({ items: [notFoundHere] })
  },

  writeItems: (db, id, input) => replaceScreens(db, id, inOrder(input.items)),

  async read(db, rows) {
    const screens = await screensOf(db, rows.map(({ id }) => id))
    return rows.map((row) => ({
      title: row.title,
      is_public: row.is_public,
      items: (screens.get(row.id) ?? []).map(screenAnswer),
    }))
  },
}
