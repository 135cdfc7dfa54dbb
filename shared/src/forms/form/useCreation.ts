import { ApiError, failureWords } from '@multiball/shared/client'
import { titleTaken } from '@multiball/shared/schema'
import { useMemo, useState } from 'react'

/**
 * What to say of a failure after which it may have been made all the same: of the network, or of a server that failed. Undefined
 * for any other. Whoever says it makes nothing twice.
 * @param button the words of the one that was pressed
 */
export function lostAnswer(cause: unknown, button: string): ApiError | undefined {
  if (!(cause instanceof ApiError) || (cause.status !== 0 && cause.status < 500)) return undefined
  return new ApiError({
    status: 409,
    detail: `${failureWords(cause)} If you press ${button} again, nothing is created twice.`,
    cause,
  })
}

interface Creation<Made> {
  /** Throws ApiError. */
  send(): Promise<Made>
  /** What has this title now, undefined where nothing has. Throws ApiError. */
  find(): Promise<Made | undefined>
}

/**
 * Creates what is known by its title, once, however often its form is sent because no answer came.
 * @param kind as in 'Create Scoreboard'
 * @param taken titles of the owner's other boards
 */
export function useCreation(kind: string, taken: ReadonlySet<string>) {
  const [unanswered, setUnanswered] = useState<string>()
  return {
    /** those that are taken, without that of what may be there already */
    otherTitles: useMemo(() => new Set([...taken].filter((title) => title !== unanswered)), [taken, unanswered]),
    /** Throws ApiError. */
    create: async <Made>(title: string, { send, find }: Creation<Made>): Promise<Made> => {
      try {
        return await send()
      } catch (cause) {
        // Titles are unique, and this one was free: what has it now is what the lost answer spoke of.
        const made =
          unanswered === title && cause instanceof ApiError && cause.fields?.title?.includes(titleTaken)
            ? await find()
            : undefined
        if (made !== undefined) return made
        const lost = lostAnswer(cause, `Create ${kind}`)
        if (lost) setUnanswered(title)
        throw lost ?? cause
      }
    },
  }
}
