import { Dialog } from '@multiball/shared/ui'
import { useState } from 'react'
import css from './ScanDialog.module.css'
import { useScan } from './useScan'

/** Whether this browser may be given a camera: only on https, or on this machine. */
export const hasCamera = (): boolean =>
  typeof (navigator as { mediaDevices?: Partial<MediaDevices> }).mediaDevices?.getUserMedia === 'function'

interface CameraProps {
  /** what a code says, as it is taken; undefined for a code that is for something else */
  read(text: string): string | undefined
  /** said of a code that is for something else */
  wrongCode: string
  onFound(found: string): void
  onFailed(): void
}

interface ScanDialogProps extends CameraProps {
  title: string
  isOpen: boolean
  onClose(): void
}

/** The phone's camera, until it sees the QR code that is looked for. */
export function ScanDialog({ title, isOpen, onClose, ...camera }: ScanDialogProps) {
  return (
    <Dialog title={title} closeLabel="Cancel" isOpen={isOpen} onClose={onClose}>
      <Camera {...camera} />
    </Dialog>
  )
}

/** The picture of the phone's camera, until it sees the QR code that is looked for. */
export function Camera({ read, wrongCode, onFound, onFailed }: CameraProps) {
  const [isOther, setOther] = useState(false)
  const video = useScan({
    isOn: true,
    onSeen: (text) => {
      const found = read(text)
      if (found !== undefined) onFound(found)
      setOther(found === undefined)
      return found !== undefined
    },
    onFailed,
  })
  return (
    <>
      <video ref={video} className={css.picture} aria-label="Camera" muted playsInline />
      <p role="status">{isOther ? wrongCode : 'Hold the phone so that the code fills the picture.'}</p>
    </>
  )
}
