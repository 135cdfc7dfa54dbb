import { ApiError } from '@multiball/shared/client'
import { ClockContext } from '@multiball/shared/display'
import type { Game, GameClaimCode } from '@multiball/shared/schema'
import { useContext, useEffect, useState } from 'react'

const retryMs = 5_000
/** A game that is over can be claimed for an hour by the server's clock; a screen's may be wrong by days. */
const isOverAgainMs = 300_000

/** Another text when a game may have another code: it is another game, or somebody was taken off it. */
const codeSubject = ({ id, scores }: Pick<Game, 'id' | 'scores'>): string =>
  [id, ...scores.filter(({ player }) => player).map(({ position }) => position)].join(' ')

/**
 * The code by which the players of a game claim their slots: asked for once a game, and when somebody comes or goes;
 * once the game is over, every five minutes. Undefined until it is told, once the game can no longer be claimed, and where the owner of the machine does not vouch for this screen.
 */
export function useClaimCode(game: Game | undefined, viewerKey: string | undefined): string | undefined {
  const clock = useContext(ClockContext)
  const [told, setTold] = useState<{ subject: string; code: string }>()
  const machine = game?.venuemachine_id
  const id = game?.id
  const isOver = game !== undefined && game.settled_on !== null
  const subject = game && codeSubject(game)

  useEffect(() => {
    if (machine === undefined || subject === undefined) return
    const controller = new AbortController()
    let endAgain = () => {}
    const ask = async () => {
      try {
        const { game: of, code } = await getClaimCode(machine, viewerKey, controller.signal)
        // Another one has begun: it is on its way to this screen.
        if (!controller.signal.aborted && of === id) setTold({ subject, code })
        if (!controller.signal.aborted && isOver) endAgain = clock.after(isOverAgainMs, () => void ask())
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
        if (!controller.signal.aborted && isRefused) setTold(undefined)
        if (!controller.signal.aborted && !isRefused) endAgain = clock.after(retryMs, () => void ask())
      }
    }
    void ask()
    return () => {
      controller.abort()
      endAgain()
    }
  }, [clock, machine, id, subject, isOver, viewerKey])

  // Until the new one is told, the one before is wrong.
  return told && told.subject === subject ? told.code : undefined
}

/* Loaded for screens that show codes: others need neither the call nor its contract. */

const getClaimCode = async (machine: number, key: string | undefined, signal: AbortSignal): Promise<GameClaimCode> => {
  const { getClaimCode: get } = await import('@multiball/shared/api')
  return get(machine, key, signal)
}
