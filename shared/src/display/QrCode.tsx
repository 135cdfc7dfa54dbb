import { lazy, Suspense } from 'react'
import type { QrDrawingProps } from './QrDrawing'

// Few screens show one: its code is no part of a board's page.
const QrDrawing = lazy(() => import('./QrDrawing'))

/** A QR code that fills the width of its parent, dark on light with the margin that scanners need. Nothing until its code is loaded. */
export const QrCode = (props: QrDrawingProps) => (
  <Suspense>
    <QrDrawing {...props} />
  </Suspense>
)
