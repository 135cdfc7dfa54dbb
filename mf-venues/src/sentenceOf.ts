import { ApiError, failureWords } from '@multiball/shared/client'

/** Of something that was to be removed: it is, though the answer that said so was lost. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** What went wrong, in a sentence for whoever asked for it. */
export function sentenceOf(error: unknown): string {
  const fields = error instanceof ApiError ? error.fields : undefined
  return Object.values(fields ?? {}).flat()[0] ?? failureWords(error)
}
