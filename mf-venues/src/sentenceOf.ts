import { ApiError, generalFailure } from '@multiball/shared/client'

/** Of something that was to be removed: it is, though the answer that said so was lost. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** What went wrong, in a sentence for whoever asked for it. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return generalFailure
  return Object.values(error.fields ?? {}).flat()[0] ?? error.message
}
