import { useEffect, useState } from 'react'

const everyMs = 1_000

export interface Bootstrap {
  background_color: string
  scores: unknown
}

/** A scoreboard as our own code asks for it: once for all of it, then each second for its newest state. */
export function useScores(host: string, board: number): { bootstrap: Bootstrap | undefined; scores: unknown } {
  const [bootstrap, setBootstrap] = useState<Bootstrap>()
  const [scores, setScores] = useState<unknown>()

  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (call: string): Promise<unknown> => {
      const answer = await fetch(`${host}/api/scoreboard/${board}/${call}/`, { signal: controller.signal })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      return answer.json()
    }
    const poll = async () => {
      await read('scores').then(setScores, () => {})
      if (!controller.signal.aborted) timer = setTimeout(() => void poll(), everyMs)
    }
    const begin = async () => {
      const first = (await read('bootstrap')) as Bootstrap
      setBootstrap(first)
      setScores(first.scores)
      timer = setTimeout(() => void poll(), everyMs)
    }
    begin().catch(() => {})
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [host, board])

  return { bootstrap, scores }
}
