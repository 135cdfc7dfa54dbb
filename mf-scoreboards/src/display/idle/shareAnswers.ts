import type { Clock } from '@multiball/shared/display'

interface Asked<Answer> {
  answer: Promise<Answer>
  atMs: number
  waiting: number
  controller: AbortController
}

/**
 * Lets those who ask the same within `goodForMs` share one answer: the idle cells of a grid cost what one of them does.
 * What failed is asked again; what nobody waits for any more is aborted.
 */
export function shareAnswers<Key, Answer>(
  ask: (key: Key, signal: AbortSignal) => Promise<Answer>,
  { now }: Pick<Clock, 'now'>,
  goodForMs: number,
): (key: Key, signal: AbortSignal) => Promise<Answer> {
  const asked = new Map<Key, Asked<Answer>>()
  const forget = (key: Key, one: Asked<Answer>) => void (asked.get(key) === one && asked.delete(key))

  function begin(key: Key): Asked<Answer> {
    for (const [old, one] of asked) if (now() - one.atMs >= goodForMs) asked.delete(old)
    const controller = new AbortController()
    const one: Asked<Answer> = { answer: ask(key, controller.signal), atMs: now(), waiting: 0, controller }
    asked.set(key, one)
    one.answer.catch(() => forget(key, one))
    return one
  }

  return (key, signal) => {
    const known = asked.get(key)
    const one = known && now() - known.atMs < goodForMs ? known : begin(key)
    one.waiting += 1
    const leave = () => {
      one.waiting -= 1
      if (one.waiting > 0) return
      forget(key, one)
      one.controller.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    return one.answer.finally(() => signal.removeEventListener('abort', leave))
  }
}
