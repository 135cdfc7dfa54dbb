import { PairInput } from '@multiball/shared/schema'
import { Dialog } from '@multiball/shared/ui'
import { useState } from 'react'
import * as v from 'valibot'
import css from './ScanDialog.module.css'
import { useScan } from './useScan'

/** Whether this browser may be given a camera: only on https, or on this machine. */
export const hasCamera = (): boolean => typeof (navigator as { mediaDevices?: Partial<MediaDevices> }).mediaDevices?.getUserMedia === 'function'

interface ScanDialogProps {
  isOpen: boolean
  /** takes what a device shows, as the server takes it */
  onFound(shown: string): void
  onFailed(): void
  onClose(): void
}

/** The phone's camera, until it sees the QR code of a device. */
export function ScanDialog({ isOpen, onFound, onFailed, onClose }: ScanDialogProps) {
  return (
    <Dialog title="Scan the machine’s QR code" closeLabel="Cancel" isOpen={isOpen} onClose={onClose}>
      <Camera onFound={onFound} onFailed={onFailed} />
    </Dialog>
  )
}

function Camera({ onFound, onFailed }: Pick<ScanDialogProps, 'onFound' | 'onFailed'>) {
  const [isOther, setOther] = useState(false)
  const video = useScan({
    isOn: true,
    onSeen: (text) => {
      const { success, output } = v.safeParse(PairInput, { shortcode: text })
      if (success) onFound((output as v.InferOutput<typeof PairInput>).shortcode)
      setOther(!success)
      return success
    },
    onFailed,
  })
  return (
    <>
      <video ref={video} className={css.picture} aria-label="Camera" muted playsInline />
      <p role="status">{isOther ? 'This code does not name a device. Look for the one that is for pairing.' : 'Hold the phone so that the code fills the picture.'}</p>
    </>
  )
}
