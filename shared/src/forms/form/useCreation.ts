import { ApiError } from '@multiball/shared/client'
import { titleTaken } from '@multiball/shared/schema'
import { useState } from 'react'

/** A network or a server that failed may have done it all the same. */
const isLost = ({ status }: ApiError) => status === 0 || status >= 500

interface Creation<Made> {
  /** Throws ApiError. */
  send(): Promise<Made>
  /** What has this title now, undefined where nothing has. Throws ApiError. */
  find(): Promise<Made | undefined>
}

/**
 * Creates what is known by its title, once, however often its form is sent because no answer came.
 * @param kind as in 'Create Scoreboard'
 */
export function useCreation(kind: string) {
  const [unanswered, setUnanswered] = useState<string>()
  return {
    /** the title of what may be there already: of one's own, so that it is nothing against creating it */
    unanswered,
    /** Throws ApiError. */
    create: async <Made>(title: string, { send, find }: Creation<Made>): Promise<Made> => {
      try {
        return await send()
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        // Titles are unique, and this one was free: what has it now is what the lost answer spoke of.
        const made = unanswered === title && cause.fields?.title?.includes(titleTaken) ? await find() : undefined
        if (made !== undefined) return made
        if (!isLost(cause)) throw cause
        setUnanswered(title)
        throw new ApiError({ status: 409, detail: `${cause.message} If you press Create ${kind} again, nothing is created twice.`, cause })
      }
    },
  }
}
