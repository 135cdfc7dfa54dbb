import { useEffect, useEffectEvent } from 'react'

/** Stands for a moment where a display threw, and says so. */
export function Thrown({ onThrown }: { onThrown(): void }) {
  const tell = useEffectEvent(() => onThrown())
  useEffect(() => tell(), [])
  return null
}
