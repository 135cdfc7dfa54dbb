import { useCallback, useEffect, useMemo, useState } from 'react'

const againMs = 30_000

/** Whether a display threw while it was drawn; it is drawn anew after a while, since the next state may suit it better. */
export function useThrown() {
  const [times, setTimes] = useState(0)
  const [has, setHas] = useState(false)
  const thrown = useCallback(() => setHas(true), [])
  const Mark = useMemo(
    () =>
      function Mark() {
        useEffect(() => thrown(), [])
        return null
      },
    [thrown],
  )
  useEffect(() => {
    if (!has) return
    const timer = setTimeout(() => {
      setTimes((before) => before + 1)
      setHas(false)
    }, againMs)
    return () => clearTimeout(timer)
  }, [has])
  return { has, times, Mark }
}
