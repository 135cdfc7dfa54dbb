import { lazy, Suspense } from 'react'

interface QrCodeProps {
  /** what it leads to */
  address: string
  /** said of it */
  title: string
}

// Few screens show one: its code is no part of a board's page.
const Drawing = lazy(async () => {
  const { QRCodeSVG } = await import('qrcode.react')
  return {
    default: ({ address, title }: QrCodeProps) => <QRCodeSVG value={address} title={title} marginSize={2} bgColor="#fff4e0" fgColor="#000000" width="100%" height="100%" />,
  }
})

/** A QR code that fills the width of its parent, dark on light with the margin that scanners need. Nothing until its code is loaded. */
export const QrCode = (props: QrCodeProps) => (
  <Suspense>
    <Drawing {...props} />
  </Suspense>
)
