import { useChunk } from './useChunk'

interface QrCodeProps {
  /** what it leads to */
  address: string
  /** said of it */
  title: string
}

// Few screens show one: its code is no part of a board's page.
const drawing = () => import('qrcode.react')

/** A QR code that fills the width of its parent, dark on light with the margin that scanners need. Nothing until its code is loaded. */
export function QrCode({ address, title }: QrCodeProps) {
  const Drawing = useChunk(drawing)?.QRCodeSVG
  return (
    Drawing && (
      <Drawing
        value={address}
        title={title}
        marginSize={2}
        bgColor="#fff4e0"
        fgColor="#000000"
        width="100%"
        height="100%"
      />
    )
  )
}
