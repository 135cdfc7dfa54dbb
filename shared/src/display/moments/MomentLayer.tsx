import { useState } from 'react'
import { useChunk } from '../useChunk'
import type { MomentLayerProps } from './Moments'

const load = () => import('./Moments')

/** Shows moments over the board on whose stage it stands, one at a time. Boards without moments load nothing for it. */
export function MomentLayer(props: MomentLayerProps) {
  const [isNeeded, setIsNeeded] = useState(false)
  if (!isNeeded && props.moments?.length) setIsNeeded(true)
  const chunk = useChunk(isNeeded ? load : undefined)
  return chunk ? <chunk.Moments {...props} /> : null
}
