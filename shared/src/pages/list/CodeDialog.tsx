import { Dialog } from '@multiball/shared/ui'
import { QRCodeSVG } from 'qrcode.react'
import { useKind } from '../kind'
import type { AnyBoard } from '../kind'
import css from './CodeDialog.module.css'
import { viewerAddress } from './viewerAddress'

/** The way to a board's viewer as a QR code, for a phone or a TV that has no keyboard at hand. */
export function CodeDialog({ board, onClose }: { board: AnyBoard | undefined; onClose(): void }) {
  const { info } = useKind()
  const address = board ? new URL(viewerAddress(info.path, board), location.origin).href : ''
  return (
    <Dialog title={board?.title ?? ''} isOpen={board !== undefined} onClose={onClose}>
      <div className={css.code}>
        <QRCodeSVG value={address} size={232} marginSize={3} title="QR code of the viewer's address" />
      </div>
      <p className={css.address}>{address}</p>
      {board && !board.is_public && <p>Anyone with this link can see this private board.</p>}
    </Dialog>
  )
}
