import { read, write } from '@multiball/shared/client'
import { boardPath, EmbedSettings } from '@multiball/shared/schema'
import type { BoardType } from '@multiball/shared/schema'

const path = (type: BoardType, id: number) => `${boardPath(type)}${id}/embed/`

/** The sites that may show an own board in their pages; none listed: any site may. Throw ApiError. */
export const embeds = {
  get: (type: BoardType, id: number, signal?: AbortSignal): Promise<EmbedSettings> =>
    read(path(type, id), EmbedSettings, { signal }),
  update: (type: BoardType, id: number, settings: EmbedSettings): Promise<EmbedSettings> =>
    write('put', path(type, id), settings, EmbedSettings),
}
