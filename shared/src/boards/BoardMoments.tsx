import { MomentLayer, type MomentLayerProps } from '@multiball/shared/display'
import type { Connection } from '@multiball/shared/live'
import type { BootstrapOf, ScoresOf } from '@multiball/shared/schema'
import { useContext } from 'react'
import { figuresOf } from './displayOptions'
import { MomentBeginContext } from './momentBegin'
import type { BoardDisplay } from './types'

interface BoardMomentsProps extends Pick<MomentLayerProps, 'foot'> {
  bootstrap: BootstrapOf
  scores: ScoresOf | undefined
  connection: Connection
  /** how the board's display says that moments are shown */
  how: BoardDisplay['moments']
}

/** The moments of a board that has a screen of its own. One that is shown from memory has none: they may be of another evening. */
export function BoardMoments({ bootstrap, scores, connection, how, foot }: BoardMomentsProps) {
  const onBegin = useContext(MomentBeginContext)
  if (how === 'own' || connection === 'offline') return null
  return (
    <MomentLayer
      moments={(scores ?? bootstrap.scores).moments}
      look={figuresOf(bootstrap)}
      isStrip={how === 'strip'}
      foot={foot}
      onBegin={onBegin}
    />
  )
}
