import { ApiError, generalFailure } from '@multiball/shared/client'

const scanAgain =
  'This code no longer works: another game has begun, or the code has changed. Scan the code on the screen at the machine again.'

/** Why a code leads to no game, and what to do; undefined for a failure that passes. */
export function codeRefusal({ status, message }: ApiError): string | undefined {
  switch (status) {
    case 403:
      return message
    case 404:
      return scanAgain
    case 429:
      return 'Too many tries. Wait a while, then scan the code on the screen again.'
    default:
      return undefined
  }
}

/** Why a claim was refused, in plain words. */
export function claimRefusal(error: unknown): string {
  if (!(error instanceof ApiError)) return generalFailure
  switch (error.status) {
    case 0:
      return 'That didn’t reach the server. Your letters are still here: check your connection and try again.'
    case 400:
      return Object.values(error.fields ?? {}).flat()[0] ?? error.message
    case 404:
      return 'This score can no longer be claimed: its game ended too long ago, or another one has begun.'
    case 429:
      return 'Too many tries. Wait a minute, then try again.'
    default:
      return error.message
  }
}

/** Why a claim could not be taken back. */
export function undoRefusal(error: unknown): string {
  if (error instanceof ApiError && error.status === 404) return 'It’s too late to undo this: another game has begun.'
  return claimRefusal(error)
}
