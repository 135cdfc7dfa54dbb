import { createHash } from 'node:crypto'
import type { BoardType, EmbedPlace, MomentCard } from '@multiball/shared/schema'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { elapsed } from '../../ground/process/clock'
import { anonymous, type Actor } from '../../ground/http/actors'
import { cacheFor } from '../../ground/http/answerCache'
import { isNotFound, notFound, unavailable, undefinedWhenMissing } from '../../ground/http/refusals'
import { cleanText, pictureOf, sentenceOf, type BoardPicture, type ShownBoard } from './boardPicture'
import { drawMoment, type MomentForm } from './drawMoment'
import { drawPicture } from './drawPicture'
import { momentPictureOf, momentWordsOf } from './momentPicture'

/** What is needed of the hub. */
export interface LiveStates {
  open(type: string, id: number, actor: Actor, key: string | undefined): Promise<OpenedState>
  openNow(type: string, id: number, actor: Actor, key: string | undefined): OpenedState | undefined
}

interface OpenedState {
  view: { version: string; access: { embed_sites: readonly string[] } }
  channel: { shown: ShownBoard | undefined }
}

interface Slideshow {
  title: string
  embed_sites: readonly string[]
  settings: object
}

interface PicturesDependencies {
  live: LiveStates
  /** a slideshow, which has no state of its own, for everybody; undefined where there is none or it is private */
  slideshow(id: number): Promise<Slideshow | undefined>
  /** a card to share, for everybody. Throws 404 */
  card(id: string): Promise<MomentCard>
  draw?(picture: BoardPicture): Promise<Buffer>
  now?(): number
}

/** A drawn picture. */
interface DrawnPicture {
  png: Buffer
  etag: string
  drawnOn: Date
  /** until a newer one may be drawn */
  freshSeconds: number
}

/** What a link says of what it leads to. */
interface LinkWords {
  title: string
  description: string
}

interface Seen {
  title: string
  /** another text after every change of its settings, and of who may see it */
  version: string
  picture: BoardPicture
  /** it may be shown on any site */
  isForAllSites: boolean
}

const keepMs = 60_000
const keptBytes = 32 * 1024 * 1024
/** Drawing is the only work of this process that a stranger can ask for and that takes long. */
const drawnAtOnce = 2
const mostWaiting = 40

/** Pictures of public boards and of cards to share, and the words that stand beside them. */
export class Pictures {
  private readonly limit = pLimit(drawnAtOnce)
  private readonly live: LiveStates
  private readonly slideshow: PicturesDependencies['slideshow']
  private readonly card: PicturesDependencies['card']
  private readonly draw: (picture: BoardPicture) => Promise<Buffer>
  private readonly drawn: LRUCache<string, Omit<DrawnPicture, 'freshSeconds'>, () => Promise<Buffer>>

  constructor({ live, slideshow, card, draw = drawPicture, now = elapsed }: PicturesDependencies) {
    this.live = live
    this.slideshow = slideshow
    this.card = card
    this.draw = draw
    this.drawn = new LRUCache({
      ...cacheFor(500, keepMs, now),
      maxSize: keptBytes,
      sizeCalculation: ({ png }) => png.length,
      fetchMethod: async (_key, _stale, { context: draw }) => {
        if (this.limit.pendingCount >= mostWaiting) throw unavailable()
        const png = await this.limit(draw)
        return {
          png,
          etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`,
          drawnOn: new Date(),
        }
      },
    })
  }

  /** The board's picture, a minute old at most. Throws the same 404 for a board that is missing and one that is private. */
  async picture({ type, id }: EmbedPlace): Promise<DrawnPicture & { isForAllSites: boolean }> {
    const { version, picture, isForAllSites } = await this.seen(type, id)
    return { ...(await this.kept(`${type} ${id} ${version}`, () => this.draw(picture))), isForAllSites }
  }

  /** The picture of a card, drawn again once anything on it is another. Throws 404 for what not everybody may see. */
  async cardPicture(id: string, form: MomentForm): Promise<DrawnPicture & { isForAllSites: boolean }> {
    const picture = momentPictureOf(await this.card(id))
    const version = createHash('sha256').update(JSON.stringify(picture)).digest('base64url')
    return { ...(await this.kept(`${form} ${version}`, () => drawMoment(picture, form))), isForAllSites: true }
  }

  /** What a link to a card says; undefined where not everybody may see it. */
  cardWords(id: string): Promise<LinkWords | undefined> {
    return this.card(id).then(momentWordsOf, undefinedWhenMissing)
  }

  private async kept(key: string, draw: () => Promise<Buffer>): Promise<DrawnPicture> {
    const drawn = await this.drawn.forceFetch(key, { context: draw })
    return {
      ...drawn,
      freshSeconds: Math.max(1, Math.min(60, Math.ceil(this.drawn.getRemainingTTL(key) / 1000))),
    }
  }

  /** What a link to the board says; undefined where it is missing or private. */
  async words({ type, id }: EmbedPlace): Promise<LinkWords | undefined> {
    try {
      const { title, picture } = await this.seen(type, id)
      return { title, description: sentenceOf(picture) }
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  private async seen(type: BoardType, id: number): Promise<Seen> {
    if (type === 'slideshow') return this.seenSlideshow(id)
    const { view, channel } =
      this.live.openNow(type, id, anonymous, undefined) ?? (await this.live.open(type, id, anonymous, undefined))
    const { title } = channel.shown!.settings as { title: string }
    return {
      title,
      version: view.version,
      picture: pictureOf(type, channel.shown!),
      isForAllSites: view.access.embed_sites.length === 0,
    }
  }

  /** A slideshow looks like its first slide that everybody may see. */
  private async seenSlideshow(id: number): Promise<Seen> {
    const show = await this.slideshow(id)
    if (!show) throw notFound()
    const isForAllSites = show.embed_sites.length === 0
    const { items } = show.settings as { items: { item_type: BoardType; item_id: number; order: number }[] }
    const slides = items
      .filter(({ item_type: type }) => type !== 'slideshowimage')
      .sort((one, other) => one.order - other.order)
    for (const { item_type: type, item_id } of slides.slice(0, 5)) {
      const slide = await this.live.open(type, item_id, anonymous, undefined).catch(() => undefined)
      if (!slide) continue
      const version = createHash('sha256')
        .update(JSON.stringify([show.title, type, item_id, slide.view.version]))
        .digest('base64url')
      return { title: show.title, version, picture: pictureOf(type, slide.channel.shown!, show.title), isForAllSites }
    }
    return {
      title: show.title,
      version: `- ${show.title}`,
      picture: { title: cleanText(show.title), venue: '', panels: [], boards: 0, ground: '#000000' },
      isForAllSites,
    }
  }
}
