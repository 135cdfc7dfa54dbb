import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { makeQrReader } from './qrReader'

const lookEveryMs = 150

interface Scan {
  isOn: boolean
  /** takes the text of each code that is seen; true ends the scan */
  onSeen(text: string): boolean
  /** there is no camera, or the person does not give it */
  onFailed(): void
}

/** Shows the camera that looks away from the person in the video, and reads QR codes until one will do. */
export function useScan({ isOn, ...handlers }: Scan): RefObject<HTMLVideoElement | null> {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
      stream = undefined
    }
    const start = async () => {
      const making = makeQrReader()
      // It is told below: a camera that comes later is to be given back.
      making.catch(() => {})
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const read = await making
      const shown = video.current
      if (isOver || !shown) return end()
      shown.srcObject = stream
      await shown.play()
      const look = async () => {
        const text = await read(shown)
        if (isOver) return
        if (text !== undefined && latest.current.onSeen(text)) return end()
        timer = setTimeout(() => void look(), lookEveryMs)
      }
      await look()
    }
    start().catch(() => {
      if (!isOver) latest.current.onFailed()
      end()
    })
    return end
  }, [isOn])
  return video
}
