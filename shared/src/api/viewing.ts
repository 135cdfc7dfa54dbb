import { read } from '@multiball/shared/client'
import {
  boardPath,
  bootstrapSchema,
  ScoreboardAttract,
  scoresSchema,
  Slideshow,
  type BoardType,
} from '@multiball/shared/schema'

interface ViewOptions {
  /** opens a private board */
  key?: string
  signal?: AbortSignal
}

/** All that a viewer needs for its first paint. Tried once, since the live room has its own clock. Throws ApiError. */
export const getBootstrap = <Type extends BoardType>(type: Type, id: number, { key, signal }: ViewOptions = {}) =>
  read(`${boardPath(type)}${id}/bootstrap/`, bootstrapSchema(type), { query: { key }, signal, retries: 0 })

/** The newest state of a board. Tried once. Throws ApiError. */
export const getScores = <Type extends BoardType>(type: Type, id: number, { key, signal }: ViewOptions = {}) =>
  read(`${boardPath(type)}${id}/scores/`, scoresSchema(type), { query: { key }, signal, retries: 0 })

/** The slideshow that a viewer shows; it has no bootstrap, since nothing of it is live but its screens. Tried once. Throws ApiError. */
export const getSlideshow = (id: number, { key, signal }: ViewOptions = {}): Promise<Slideshow> =>
  read(`/api/slideshow/${id}/`, Slideshow, { query: { key }, signal, retries: 0 })

/** What a scoreboard's wall shows while nobody plays, `zone` being its own time zone. Tried once. Throws ApiError. */
export const getAttract = (id: number, zone: string, { key, signal }: ViewOptions = {}): Promise<ScoreboardAttract> =>
  read(`/api/scoreboard/${id}/attract/`, ScoreboardAttract, { query: { key, tz: zone }, signal, retries: 0 })
