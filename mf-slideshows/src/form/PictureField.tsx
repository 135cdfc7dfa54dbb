import type { SlideshowImage } from '@multiball/shared/schema'
import { Button, Icon, styles } from '@multiball/shared/ui'
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
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const { upload, send } = usePictureUpload({ onUploaded: onChange, onBusy })
  const isSending = upload.type === 'sending'
  const message = upload.type === 'refused' ? upload.message : error

  return (
    <div className={css.field}>
      <div className={css.frame} data-invalid={message !== undefined || undefined}>
        {image ? (
          <img className={css.picture} src={pictureAddress(image)} alt={`Picture, ${image.width} by ${image.height} pixels`} />
        ) : (
          <Icon name="image" size={24} />
        )}
      </div>
      <div className={css.words}>
        <Button isBusy={isSending} onPress={() => input.current?.click()} aria-describedby={helpId}>
          {image ? 'Change picture' : 'Choose picture'}
        </Button>
        <p id={helpId} className={message ? styles.error : styles.help} role={message ? 'alert' : undefined}>
          {message ?? (isSending ? `Uploading ${upload.fileName}` : 'PNG, JPEG or WebP, at most 10 MB')}
        </p>
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join(', ')}
          aria-label="Picture"
          hidden
          onChange={(event) => {
            send(event.target.files?.[0])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
      </div>
    </div>
  )
}
