import type { SlideshowImage } from '@multiball/shared/schema'
import { Button, FileButton, Icon, styles } from '@multiball/shared/ui'
import { useId, useRef } from 'react'
import { pictureAddress } from '../display/PictureSlide'
import css from './PictureField.module.css'
import { pictureTypes, usePictureUpload } from './usePictureUpload'

interface PictureFieldProps {
  /** undefined while none was uploaded */
  image: SlideshowImage | undefined
  error: string | undefined
  onChange(image: SlideshowImage): void
  /** see usePictureUpload */
  onBusy(isBusy: boolean): void
}

/** The picture of a slide as the TV will show it, and the way to another. */
export function PictureField({ image, error, onChange, onBusy }: PictureFieldProps) {
  const helpId = useId()
  const choose = useRef<HTMLButtonElement>(null)
  const { upload, send } = usePictureUpload({ onUploaded: onChange, onBusy })
  const isSending = upload.type === 'sending'
  // What is missing is on its way.
  const message = upload.type === 'refused' ? upload.message : isSending ? undefined : error
  const again = upload.type === 'refused' ? upload.again : undefined
  const sendAgain = () => {
    send(again)
    // The button that was pressed goes.
    choose.current?.focus()
  }

  return (
    <div className={css.field}>
      <div className={css.frame} data-invalid={message !== undefined || undefined}>
        {image ? (
          <img
            className={css.picture}
            src={pictureAddress(image)}
            alt={`Picture, ${image.width} by ${image.height} pixels`}
          />
        ) : (
          <Icon name="image" size={24} />
        )}
      </div>
      <div className={css.words}>
        <FileButton
          ref={choose}
          label="Picture"
          accept={pictureTypes}
          isBusy={isSending}
          onChoose={send}
          aria-describedby={helpId}
        >
          {image ? 'Change picture' : 'Choose picture'}
        </FileButton>
        <div id={helpId}>
          {message && (
            <p className={styles.error} role="alert">
              {message}
            </p>
          )}
          <p className={styles.help}>
            {isSending
              ? `Uploading ${upload.file.name}`
              : 'PNG, JPEG or WebP, at most 10 MB. Animated pictures show only their first frame.'}
          </p>
        </div>
        {again && <Button onPress={sendAgain}>Try again</Button>}
      </div>
    </div>
  )
}
