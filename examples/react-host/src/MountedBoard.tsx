import { useEffect, useRef, useState } from 'react'
import { countRoots, loadHost, reacts } from './multiball'
import type { Place } from './place'

/** A live board that host.js mounts, with this application's React. */
export function MountedBoard({ host, type, board }: Place) {
  const place = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('Loading')
  useEffect(() => {
    const onEvent = (event: string) =>
      event === 'ready' && setWords(`Ready, on our React (${countRoots()} root made with it)`)
    const mounting = loadHost(host).then(({ mountBoard }) =>
      mountBoard(place.current!, { type, board, onEvent, ...reacts }),
    )
    mounting.catch((error: { code?: string }) => setWords(`Not there: ${error.code ?? String(error)}`))
    return () =>
      void mounting.then(
        ({ unmount }) => unmount(),
        () => {},
      )
  }, [host, type, board])
  return (
    <>
      <div className="place" id="mounted" ref={place} />
      <p className="state" id="mounted-state">
        {words}
      </p>
    </>
  )
}
