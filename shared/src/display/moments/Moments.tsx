import type { MachineDisplay, Moment } from '@multiball/shared/schema'
import { useContext, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { ClockContext } from '../clock'
import { Spoken } from '../Spoken'
import { useStage } from '../stage/stageContext'
import css from './Moments.module.css'
import { remember, showingAt, takesOver, type Showing } from './queue'
import { Strip } from './Strip'
import { Takeover } from './Takeover'
import { sentenceOf, viewOf, type MomentView } from './words'

export interface MomentLayerProps {
  /** that the board has just now, the greatest first */
  moments: readonly Moment[] | undefined
  /** how all machines look on this board, where its owner has chosen that; else each looks as it does */
  look?: MachineDisplay
  /** none takes over the screen: each is a strip at its edge */
  isStrip?: boolean
  /** the board's last line, which stands below a moment that has taken over the screen */
  foot?: ReactNode
  /** called when one begins on this page; `isStrip`: at the edge of the board, which goes on */
  onBegin?(moment: Moment, isStrip: boolean): void
  /** draws the one that is shown where the layer stands, for a display that has moments of its own */
  children?(moment: Moment, view: MomentView): ReactNode
}

/** What has begun on this page. */
const begun = new Map<string, Pick<Moment, 'game' | 'position'> & { at: number }>()

const none: readonly Moment[] = []

/** The moments over a board, in front of all that stands on its stage. */
export function Moments({ moments = none, isStrip = false, onBegin, children, ...props }: MomentLayerProps) {
  const { layers } = useStage()
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => setHost(layers.over.current), [layers])
  const isStripOf = (moment: Moment) => isStrip || !takesOver(moment)
  const showing = useShowing(moments, (moment) => onBegin?.(moment, isStripOf(moment)))
  if (children) return showing && children(showing.moment, viewOf(showing.moment))
  return (
    host && createPortal(<Layer showing={showing} isStrip={showing && isStripOf(showing.moment)} {...props} />, host)
  )
}

function useShowing(moments: readonly Moment[], onBegin: (moment: Moment) => void): Showing | undefined {
  const clock = useContext(ClockContext)
  const current = useRef<Showing>(undefined)
  const [showing, setShowing] = useState<Showing>()
  const tell = useEffectEvent(onBegin)
  useEffect(() => {
    let cancel = () => {}
    const decide = () => {
      const now = clock.now()
      const next = showingAt(current.current, moments, begun, now)
      if (next && !begun.has(next.moment.id)) {
        remember(begun, next)
        tell(next.moment)
      }
      current.current = next
      setShowing(next)
      if (next) cancel = clock.after(next.endsAt - now, decide)
    }
    decide()
    return () => cancel()
  }, [clock, moments])
  return showing
}

interface LayerProps extends Pick<MomentLayerProps, 'isStrip' | 'foot'> {
  showing: Showing | undefined
  look?: MachineDisplay
}

function Layer({ showing, look, isStrip, foot }: LayerProps) {
  const view = showing && viewOf(showing.moment)
  return (
    <div className={css.layer}>
      {/* Outlives what is said in it: only what appears in a region that is there already is read out. */}
      <div role="status">{view && <Spoken>{sentenceOf(view)}</Spoken>}</div>
      {showing && view && (
        <div key={showing.moment.id} className={css.fill} data-moment={showing.moment.kind} aria-hidden="true">
          {isStrip ? (
            <Strip view={view} beganAt={showing.beganAt} />
          ) : (
            <Takeover
              view={view}
              beganAt={showing.beganAt}
              look={look ?? showing.moment.venuemachine.machine.display}
              foot={foot}
            />
          )}
        </div>
      )}
    </div>
  )
}
