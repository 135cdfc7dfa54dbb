import * as v from 'valibot'
import type { OwnBoard } from '../ownBoards'
import { aspectOf, sizeOf } from '../look/look'
import type { Look } from '../look/look'
import { settingsOf } from '../snippet/snippets'

/** What the page of the preview is told: the board's attributes, as the copied code has them. */
export interface PreviewCommand {
  multiball: 1
  command: 'preview'
  detail: {
    attributes: Record<string, string>
    /** px; without it the board fits the page */
    width: number | undefined
    /** what stands there until the board does */
    fallback: string
    theme: 'light' | 'dark'
  }
}

interface PreviewInput {
  board: OwnBoard
  look: Look
  mode: Look['mode']
  theme: 'light' | 'dark'
}

export function previewCommand({ board, look, mode, theme }: PreviewInput): PreviewCommand {
  const size = sizeOf(look, board.canvas)
  const { title, key, ...settings } = settingsOf(board, look)
  const attributes: Record<string, string | undefined> = {
    type: board.type,
    board: String(board.id),
    'viewer-key': key,
    mode,
    title,
    loading: 'eager',
    aspect: aspectOf(size ?? board.canvas),
    ...settings,
  }
  return {
    multiball: 1,
    command: 'preview',
    detail: {
      attributes: Object.fromEntries(
        Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      width: size?.width,
      fallback: title,
      theme,
    },
  }
}

const PreviewEvent = v.variant('event', [
  v.object({ multiball: v.literal(1), event: v.literal('preview-ready') }),
  v.object({ multiball: v.literal(1), event: v.literal('preview-failed') }),
  v.object({ multiball: v.literal(1), event: v.literal('ready') }),
  v.object({ multiball: v.literal(1), event: v.literal('error'), detail: v.object({ code: v.string() }) }),
])
export type PreviewEvent = v.InferOutput<typeof PreviewEvent>

/** What the page of the preview said; undefined for what is none of its words. */
export function readPreviewEvent(said: unknown): PreviewEvent | undefined {
  const result = v.safeParse(PreviewEvent, said)
  return result.success ? result.output : undefined
}
