import type { EmbedPlace } from '@multiball/shared/schema'
import { drawPicture } from '../../../server/src/edges/pictures/drawPicture'
import { Pictures } from '../../../server/src/edges/pictures/pictures.service'

/* The server as it is, but that a picture is drawn once more for whoever asks: what the comparison must catch. */

type Seen = { picture: Parameters<typeof drawPicture>[0] }

const prototype = Pictures.prototype as unknown as {
  seen(type: string, id: number): Promise<Seen>
  picture(this: { seen(type: string, id: number): Promise<Seen> }, place: EmbedPlace): Promise<unknown>
}
const { picture } = prototype
prototype.picture = async function (place) {
  await drawPicture((await this.seen(place.type, place.id)).picture)
  return picture.call(this, place)
}

await import('../../../server/src/main')
