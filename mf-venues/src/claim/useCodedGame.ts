import { claims } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import type { ClaimableGame } from '@multiball/shared/schema'
import { useState } from 'react'
import { useRead } from '@multiball/shared/queries'
import type { Read } from '@multiball/shared/queries'
import { readGuest } from './guest'
import { codeRefusal } from './refusal'

// Asked again rather than followed: sockets follow boards, and what is answered here depends on the code, which ends, and on who asks.
const againMs = 2_000

/** The game that a code opens, followed until it opens none any more: `refusal` says why, in plain words. Nothing is asked from then on, for wrong codes are counted. */
export function useCodedGame(
  machine: number,
  code: string | undefined,
  isGuest: boolean,
): Read<ClaimableGame> & { refusal: string | undefined } {
  const [refusal, setRefusal] = useState<string>()
  const load = async (signal: AbortSignal) => {
    try {
      return await claims.game(machine, code, signal, isGuest ? readGuest() : undefined)
    } catch (error) {
      if (!signal.aborted && error instanceof ApiError) setRefusal(codeRefusal(error))
      throw error
    }
  }
  return {
    ...useRead(refusal === undefined ? ['codedGame', machine, code] : undefined, load, { everyMs: againMs }),
    refusal,
  }
}
