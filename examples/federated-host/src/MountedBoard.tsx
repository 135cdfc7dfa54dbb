import { loadRemote } from '@module-federation/enhanced/runtime'
import type * as multiball from 'multiball/mount'
import { useEffect, useRef, useState } from 'react'
import type { BoardType } from './boards'

/** What code without React does: the remote is asked for by name, and told where the board goes. */
export function MountedBoard({ type, board }: { type: BoardType; board: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    const mounting = loadRemote<typeof multiball>('multiball/mount').then((remote) => {
      if (!remote || !place.current) throw new Error('Multiball is not there')
      return remote.mount(place.current, { type, board })
    })
    mounting.catch((error: unknown) => setTrouble(String(error)))
    return () =>
      void mounting.then(
        ({ unmount }) => unmount(),
        () => {},
      )
  }, [type, board])
  return (
    <>
      <div className="place" id="mounted" ref={place} />
      {trouble && <p className="state">{trouble}</p>}
    </>
  )
}
