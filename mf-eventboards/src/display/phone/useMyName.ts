import { useState } from 'react'

const key = 'multiball tournament name'

/** Storage may be off, as in a frame of somebody else's page: then the name is kept for as long as the page is open. */
function stored(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function store(name: string | undefined) {
  try {
    if (name === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, name)
  } catch {
    // See above.
  }
}

/** The name that is looked for on this phone, in any tournament; it does not leave the phone. */
export function useMyName(): [name: string | undefined, change: (name: string | undefined) => void] {
  const [name, setName] = useState(stored)
  return [
    name,
    (chosen) => {
      setName(chosen)
      store(chosen)
    },
  ]
}
