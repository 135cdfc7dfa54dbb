import { draftKey, keepDraft, readDraft } from '@multiball/shared/ui'
import { newUuid } from '../newUuid'

/** What a guest has typed so far. It outlives a login, and a page that a phone drops while its camera is open. */
export interface Draft {
  /** of the score, the same until it was received */
  uuid: string
  score: string
  dayCode: string
}

const nothing: Draft = { uuid: '', score: '', dayCode: '' }
/** Phones are one person's: it is there before and after a login. */
const anyone = 0
const keyOf = (code: string) => draftKey(anyone, `/send/${code}`)

/** Photos outlive a login only: session storage is too small for them. */
const photos = new Map<string, File>()

/** @param code of the machine's link */
export const readSendDraft = (code: string): Draft => {
  const kept = readDraft(keyOf(code), nothing) ?? nothing
  return { ...kept, uuid: kept.uuid || newUuid() }
}
export const keepSendDraft = (code: string, draft: Draft): void => keepDraft(keyOf(code), draft, nothing)

export const readPhoto = (code: string): File | undefined => photos.get(code)
export function keepPhoto(code: string, photo: File | undefined): void {
  if (photo) photos.set(code, photo)
  else photos.delete(code)
}
