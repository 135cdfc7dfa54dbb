import { ApiError } from '@multiball/shared/client'

/** The network failed, or the server: what was asked for may have been done all the same. */
export const isLost = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)
