import { saveCode } from '@multiball/shared/boards'
import { Button, Dialog } from '@multiball/shared/ui'
import { QRCodeSVG } from 'qrcode.react'
import { useRef } from 'react'
import { useKind } from '../kind'
import type { AnyBoard } from '../kind'
import css from './CodeDialog.module.css'
import { viewerAddress } from './viewerAddress'

/** The way to a board's viewer as a QR code: for a phone, a TV that has no keyboard at hand, or a card on the bar. */
export function CodeDialog({ board, onClose }: { board: AnyBoard; onClose(): void }) {
  const { info } = useKind()
  const { href: address } = new URL(viewerAddress(info.path, board), location.origin)
  const code = useRef<SVGSVGElement>(null)
  const save = (type: 'svg' | 'png') => {
    if (code.current) void saveCode(code.current, board.title, type).catch(() => {})
  }
  return (
    <Dialog title={board.title} isOpen onClose={onClose}>
      <div className={css.code} data-printed>
        <QRCodeSVG ref={code} value={address} size={232} marginSize={3} title="QR code of the viewer's address" />
      </div>
      <p className={css.address}>{address}</p>
      {!board.is_public && <p>Anyone with this link can see this private board.</p>}
      <div className={css.keep}>
        <Button onPress={() => print()}>Print</Button>
        <Button icon="download" aria-label="Download PNG" onPress={() => save('png')}>
          PNG
        </Button>
        <Button icon="download" aria-label="Download SVG" onPress={() => save('svg')}>
          SVG
        </Button>
      </div>
    </Dialog>
  )
}
