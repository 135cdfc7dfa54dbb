import { listCommandRemotes, loadExpose } from '@multiball/shared/remotes'
import { CommandList, type Command, type Commands } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'
import * as v from 'valibot'

/** ms after which a remote is left out until it answers */
const patienceMs = 5_000

interface Answer {
  /** of its section, for people */
  label: string
  commands: readonly Command[]
  isMissing: boolean
}

interface RemoteCommands {
  commands: readonly Command[]
  /** labels of the remotes that failed, or have not answered in time */
  missing: readonly string[]
  isLoading: boolean
}

/**
 * What the remotes of the registry bring, asked for each time that Jump opens; until they answer, what they said last. None
 * waits for another, and none can take Jump along.
 */
export function useRemoteCommands(isOpen: boolean, owner: number): RemoteCommands {
  /** by owner and remote: nobody is listed what is another's */
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map())
  const [waiting, setWaiting] = useState(0)

  useEffect(() => {
    if (!isOpen) return
    const remotes = listCommandRemotes()
    const controller = new AbortController()
    const { signal } = controller
    setWaiting(remotes.length)
    const timers = remotes.map(({ remote, label }) => {
      const answer = (commands: readonly Command[] | undefined) => {
        if (signal.aborted) return
        const of = `${owner} ${remote}`
        setAnswers((before) =>
          new Map(before).set(of, {
            label,
            commands: commands ?? before.get(of)?.commands ?? [],
            isMissing: commands === undefined,
          }),
        )
      }
      const timer = setTimeout(() => answer(undefined), patienceMs)
      const asked = ask(remote, { owner, signal }).catch(() => undefined)
      void asked.then(answer).finally(() => {
        clearTimeout(timer)
        if (!signal.aborted) setWaiting((count) => count - 1)
      })
      return timer
    })
    return () => {
      controller.abort()
      timers.forEach(clearTimeout)
    }
  }, [isOpen, owner])

  // In the order of the navigation: whoever answers first must not decide what is offered.
  const all = listCommandRemotes().flatMap(({ remote }) => answers.get(`${owner} ${remote}`) ?? [])
  return {
    commands: all.flatMap(({ commands }) => commands),
    missing: all.filter(({ isMissing }) => isMissing).map(({ label }) => label),
    isLoading: waiting > 0,
  }
}

/** @throws what its module or its calls threw, or what is wrong with what it answered */
async function ask(remote: string, question: Parameters<Commands>[0]): Promise<readonly Command[]> {
  const { commands } = await loadExpose<{ commands: Commands }>(remote, './commands')
  return v.parse(CommandList, await commands(question))
}
