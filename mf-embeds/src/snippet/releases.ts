import { EmbedVersions } from '@multiball/shared/schema'
import * as v from 'valibot'

/** One published version of what partners load; its files never change. */
export interface Release {
  version: string
  /** defines the element */
  board: PinnedFile
  /** mounts boards without a frame */
  host: PinnedFile
}

export interface PinnedFile {
  /** path on our own origin */
  src: string
  integrity: string
}

/** The release that is active now. @throws when the answer is no list of versions */
export function activeRelease(answer: unknown): Release | undefined {
  const { active, versions } = v.parse(EmbedVersions, answer)
  const files = versions[active]
  return files && { version: active, board: files['board.js'], host: files['host.js'] }
}

/** Asks which release is active. Undefined while none is published. @throws when it cannot be known */
export async function getActiveRelease(signal: AbortSignal): Promise<Release | undefined> {
  const answer = await fetch('/embed/v1/versions.json', { signal })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return activeRelease(await answer.json())
}
