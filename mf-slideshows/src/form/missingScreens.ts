import { boards, getSlideshowImage } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import type { Screen } from './screens'

const notFoundStatus = 404

const read = ({ item_type, item_id }: Screen): Promise<unknown> =>
  item_type === 'slideshowimage' ? getSlideshowImage(item_id) : boards(item_type).get(item_id)

/** Names (`order`) of the screens of which the server has nothing; what cannot be asked counts as there. */
export async function missingScreens(screens: readonly Screen[]): Promise<Set<number>> {
  const found = await Promise.all(
    screens.map(async (screen) => {
      try {
        await read(screen)
        return true
      } catch (cause) {
        return !(cause instanceof ApiError && cause.status === notFoundStatus)
      }
    }),
  )
  return new Set(screens.filter((_, at) => !found[at]).map(({ order }) => order))
}
