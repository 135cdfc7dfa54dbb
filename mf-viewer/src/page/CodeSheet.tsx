import { QrCode } from '@multiball/shared/display'
import { useEffect, useId, useRef } from 'react'
import css from './BoardBar.module.css'

interface CodeSheetProps {
  title: string
  /** of the board */
  address: string
  onClose(): void
}

/** px of a PNG, enough for a hand's width in print */
const pixels = 1200

function download(href: string, name: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

const fileName = (title: string, ending: string) => `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'board'}.${ending}`

async function saveDrawing(drawing: SVGSVGElement, title: string, type: 'svg' | 'png') {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', String(pixels))
  copy.setAttribute('height', String(pixels))
  const source = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }))
  try {
    if (type === 'svg') return download(source, fileName(title, 'svg'))
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = pixels
    canvas.getContext('2d')?.drawImage(image, 0, 0, pixels, pixels)
    download(canvas.toDataURL('image/png'), fileName(title, 'png'))
  } finally {
    // The browser reads it after this turn.
    setTimeout(() => URL.revokeObjectURL(source), 10_000)
  }
}

/** The way to a board as a QR code, to be printed or put into a flyer. */
export default function CodeSheet({ title, address, onClose }: CodeSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const code = useRef<HTMLDivElement>(null)
  const heading = useId()
  useEffect(() => {
    dialog.current?.showModal?.()
    const { dataset } = document.documentElement
    dataset.sheet = ''
    return () => void delete dataset.sheet
  }, [])
  const save = (type: 'svg' | 'png') => {
    const drawing = code.current?.querySelector('svg')
    if (drawing) void saveDrawing(drawing, title, type).catch(() => {})
  }
  return (
    <dialog ref={dialog} className={css.sheet} aria-labelledby={heading} onClose={onClose} onDoubleClick={(event) => event.stopPropagation()}>
      <h2 id={heading} className={css.title}>
        {title}
      </h2>
      <div ref={code} className={css.code}>
        <QrCode address={address} title={`QR code of the address of ${title}`} />
      </div>
      <p className={css.address}>{address}</p>
      <p className={css.actions}>
        <button type="button" className={css.button} onClick={() => print()}>
          Print
        </button>
        <button type="button" className={css.button} onClick={() => save('png')}>
          Download PNG
        </button>
        <button type="button" className={css.button} onClick={() => save('svg')}>
          Download SVG
        </button>
        <button type="button" className={css.button} onClick={onClose}>
          Close
        </button>
      </p>
    </dialog>
  )
}
