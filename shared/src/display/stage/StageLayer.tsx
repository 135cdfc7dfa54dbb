import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useStage } from './stageContext'
import css from './StageLayer.module.css'

interface StageLayerProps {
  /** 'under' fills the stage behind display and foot, 'over' covers both */
  place: 'under' | 'over'
  /** false keeps it mounted and unseen, so that it comes without a gap */
  isShown: boolean
  children: ReactNode
}

/** Fills the whole stage around a display, the safe area's margins too; fades in and out. */
export function StageLayer({ place, isShown, children }: StageLayerProps) {
  const { layers } = useStage()
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => setHost(layers[place].current), [layers, place])
  if (!host) return null
  return createPortal(
    <div className={isShown ? `${css.layer} ${css.shown}` : css.layer} aria-hidden={!isShown || undefined}>
      {children}
    </div>,
    host,
  )
}
