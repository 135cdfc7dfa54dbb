import { saveCode } from '@multiball/shared/boards'
import { QrCode } from '@multiball/shared/display'
import { useEffect, useId, useRef } from 'react'
import css from './BoardBar.module.css'

interface CodeSheetProps {
  title: string
  /** of the board */
  address: string
  onClose(): void
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
  /** The browser gives the focus back to what opened it, but not where the sheet is only taken away. */
  const close = () => (dialog.current?.close ? dialog.current.close() : onClose())
  const save = (type: 'svg' | 'png') => {
    const drawing = code.current?.querySelector('svg')
    if (drawing) void saveCode(drawing, title, type).catch(() => {})
  }
  return (
    <dialog
      ref={dialog}
      className={css.sheet}
      aria-labelledby={heading}
      onClose={onClose}
      onDoubleClick={(event) => event.stopPropagation()}
    >
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
        <button type="button" className={css.button} onClick={close}>
          Close
        </button>
      </p>
    </dialog>
  )
}
