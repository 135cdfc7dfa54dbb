import { imageLimits, type Profile } from '@multiball/shared/schema'
import { Avatar, FileButton, styles, useObjectUrl } from '@multiball/shared/ui'
import { useId, useState } from 'react'
import { initialsOf } from '../layout/initialsOf'
import { CropDialog } from './CropDialog'
import css from './ProfileForm.module.css'

interface PictureFieldProps {
  profile: Profile
  /** chosen and cropped, not yet saved */
  picture: File | undefined
  onChange(picture: File): void
  error?: string
}

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']
const megabyte = 1024 * 1024
const wrongKind = 'Only PNG, JPEG and WebP pictures can be used'

/** The person's picture, and the way to another. */
export function PictureField({ profile, picture, onChange, error }: PictureFieldProps) {
  const [refusal, setRefusal] = useState<string>()
  const [chosen, setChosen] = useState<File>()
  const preview = useObjectUrl(picture)
  const helpId = useId()
  const message = refusal ?? error

  const choose = (file: File) => {
    const isTooLarge = file.size > imageLimits.bytes
    const isPicture = file.type.startsWith('image/')
    setRefusal(
      !isPicture ? wrongKind : isTooLarge ? `A picture may have at most ${imageLimits.bytes / megabyte} MB` : undefined,
    )
    if (isPicture && !isTooLarge) setChosen(file)
  }

  return (
    <div className={css.picture} data-field="profile_picture">
      <Avatar initials={initialsOf(profile)} picture={preview ?? profile.profile_picture} size={72} />
      <div className={css.choose}>
        <FileButton label="Profile picture" accept={pictureTypes} onChoose={choose} aria-describedby={helpId}>
          Choose picture
        </FileButton>
        <div id={helpId}>
          {message && (
            <p className={styles.error} role="alert">
              {message}
            </p>
          )}
          <p className={styles.help}>
            PNG, JPEG or WebP, at most 10 MB. Animated pictures show only their first frame.
          </p>
        </div>
      </div>
      <CropDialog
        file={chosen}
        onCancel={() => setChosen(undefined)}
        onUnreadable={() => {
          setChosen(undefined)
          // Some browsers read other kinds as well; this one does not.
          setRefusal(
            chosen && pictureTypes.includes(chosen.type)
              ? 'The picture cannot be read: it is damaged or not complete'
              : wrongKind,
          )
        }}
        onSave={(cropped) => {
          setChosen(undefined)
          onChange(cropped)
        }}
      />
    </div>
  )
}
