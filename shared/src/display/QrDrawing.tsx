import { QRCodeSVG } from 'qrcode.react'

export interface QrDrawingProps {
  /** what it leads to */
  address: string
  /** said of it */
  title: string
}

export default function QrDrawing({ address, title }: QrDrawingProps) {
  return <QRCodeSVG value={address} title={title} marginSize={2} bgColor="#fff4e0" fgColor="#000000" width="100%" height="100%" />
}
