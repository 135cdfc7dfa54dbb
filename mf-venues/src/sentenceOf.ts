import { ApiError, generalFailure } from '@multiball/shared/client'

/** What went wrong, in a sentence for whoever asked for it. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return generalFailure
  return Object.values(error.fields ?? {}).flat()[0] ?? error.message
}
