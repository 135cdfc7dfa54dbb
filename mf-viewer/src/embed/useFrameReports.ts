import type { BoardAddress } from '@multiball/shared/live'
import type { BoardTrouble } from '@multiball/shared/schema'
import { useEffect, useEffectEvent } from 'react'
import type { FrameEvents, SendEvent } from './frameMessages'
import { scoreReport } from './frameReports'
import { wishedSize, type FrameSize } from './wishedSize'

export interface Reported {
  address: BoardAddress
  /** of the board that is on the screen; undefined while none is */
  title: string | undefined
  trouble: BoardTrouble | undefined
  connection?: FrameEvents['state']['connection']
  asOf?: number
  scores?: { epoch: string; seq: number }
  /** the exact size of a board that has one */
  size?: FrameSize
}

/** Tells the page around the frame how its board fares. */
export function useFrameReports(send: SendEvent, { address, title, trouble, connection, asOf, scores, size }: Reported): void {
  const isShown = title !== undefined && !trouble
  const sendSize = useEffectEvent(() => send('resize', size ?? wishedSize(window.innerWidth)))
  const sendReady = useEffectEvent(() => send('ready', { type: address.type, board: address.id, title: title! }))
  const sendState = useEffectEvent(() => send('state', { connection: connection!, asOf }))
  const sendScore = useEffectEvent(() => send('score', scoreReport(address, scores!)))

  useEffect(() => {
    if (isShown) sendReady()
  }, [isShown])

  useEffect(() => {
    if (trouble) send('error', { code: trouble.code, message: trouble.message })
  }, [send, trouble])

  const { width, height } = size ?? { width: undefined, height: undefined }
  useEffect(() => {
    if (!isShown) return
    let told = Number.NaN
    const measured = () => {
      if (window.innerWidth === told) return
      told = window.innerWidth
      sendSize()
    }
    measured()
    window.addEventListener('resize', measured)
    return () => window.removeEventListener('resize', measured)
  }, [isShown, width, height])

  useEffect(() => {
    if (isShown && connection) sendState()
  }, [isShown, connection])

  const { epoch, seq } = scores ?? { epoch: undefined, seq: undefined }
  useEffect(() => {
    if (isShown && seq !== undefined) sendScore()
  }, [isShown, epoch, seq])
}
