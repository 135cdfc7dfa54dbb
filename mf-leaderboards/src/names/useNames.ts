import { useRead } from '@multiball/shared/queries'
import { atom, useAtom } from 'jotai'
import { useCallback, useState } from 'react'
import { fallbackName, nameKey } from './names'
import type { Name, Names, Reference } from './names'
import { readNames } from './readNames'

/** Kept for the page's life, so that coming back shows them at once. */
const namesAtom = atom<Names>(new Map())

const againMs = 10_000

interface KnownNames {
  /** undefined while it is not known; a stand-in for what cannot be read */
  nameOf(reference: Reference): Name | undefined
  /** what was chosen here needs no reading */
  remember(reference: Reference, name: Name): void
}

/** The names of these machines, titles, groups and users; what is not known yet is read. */
export function useNames(owner: number, references: readonly Reference[]): KnownNames {
  const [names, setNames] = useAtom(namesAtom)
  const [unread, setUnread] = useState<Names>(new Map())
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const missing = [...new Set(references.map(nameKey))].filter((key) => !names.has(key) && !gone.has(key)).join('\n')

  const remember = useCallback(
    (reference: Reference, name: Name) => setNames((before) => new Map(before).set(nameKey(reference), name)),
    [setNames],
  )

  const readMissing = async (signal: AbortSignal) => {
    const wanted = missing.split('\n').map(referenceOf)
    const found = new Map<string, Name>()
    const failed = new Map<string, Name>()
    const lost = new Set<string>()
    const tell = (reference: Reference, name: Name | undefined | null) => {
      const key = nameKey(reference)
      if (name) found.set(key, name)
      else failed.set(key, fallbackName(reference))
      if (name === null) lost.add(key)
    }
    await readNames(owner, wanted, tell, signal)
    // All at the end: each name by itself would change what is missing, and start over.
    setNames((before) => new Map([...before, ...found]))
    setUnread((before) => new Map([...before, ...failed]))
    setGone((before) => new Set([...before, ...lost]))
    return failed.size - lost.size
  }
  useRead(missing === '' ? undefined : ['names', owner, missing], readMissing, {
    everyMs: (left) => (left > 0 ? againMs : undefined),
  })

  return { nameOf: (reference) => names.get(nameKey(reference)) ?? unread.get(nameKey(reference)), remember }
}

function referenceOf(key: string): Reference {
  const [type, id] = key.split(' ')
  return { type: type as Reference['type'], id: Number(id) }
}
