import { Button, FileButton, styles, useObjectUrl } from '@multiball/shared/ui'
import { useId, useState } from 'react'
import css from './PhotoField.module.css'
import { shrinkPhoto } from './shrinkPhoto'

interface PhotoFieldProps {
  photo: File | undefined
  error: string | undefined
  /** who sees it, and for how long */
  description: string
  /** a phone opens its camera, instead of asking for a file */
  usesCamera?: boolean
  /** folded away: one quiet button, until there is a photo */
  isQuiet?: boolean
  onChange(photo: File | undefined): void
}

/** A photo of the score, shown as it is sent. */
export function PhotoField({
  photo,
  error,
  description,
  usesCamera = false,
  isQuiet = false,
  onChange,
}: PhotoFieldProps) {
  const [isBusy, setBusy] = useState(false)
  const preview = useObjectUrl(photo)
  const help = useId()
  const choose = async (file: File) => {
    setBusy(true)
    onChange(await shrinkPhoto(file))
    setBusy(false)
  }
  return (
    <div className={css.field} data-field="photo">
      {preview && <img className={css.preview} src={preview} alt="The photo that is sent" />}
      <div className={styles.actions}>
        <FileButton
          label="Photo of the score"
          icon={isQuiet && !photo ? 'plus' : 'image'}
          variant={isQuiet && !photo ? 'quiet' : 'secondary'}
          accept={['image/*']}
          capture={usesCamera ? 'environment' : undefined}
          isBusy={isBusy}
          aria-describedby={help}
          onChoose={(file) => void choose(file)}
        >
          {photo ? 'Take another photo' : usesCamera ? 'Take a photo' : 'Add a photo'}
        </FileButton>
        {photo && (
          <Button variant="quiet" onPress={() => onChange(undefined)}>
            Remove photo
          </Button>
        )}
      </div>
      <div id={help}>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        {(!isQuiet || photo) && <p className={styles.help}>{description}</p>}
      </div>
    </div>
  )
}
