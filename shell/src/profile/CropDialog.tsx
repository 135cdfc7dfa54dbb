import { avatarPixels } from '@multiball/shared/schema'
import { Button, Dialog, useObjectUrl } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import css from './CropDialog.module.css'

interface CropDialogProps {
  /** the picture to crop; none while nothing is cropped */
  file: File | undefined
  /** given a PNG of 250 × 250 px */
  onSave(cropped: File): void
  onCancel(): void
  /** the browser cannot show the file */
  onUnreadable(): void
}

const zoomRange = { min: 1, max: 5, step: 0.05 }
const middle = { x: 0, y: 0 }

/** A round window over the picture, moved by dragging or by the arrow keys. */
export function CropDialog({ file, onSave, onCancel, onUnreadable }: CropDialogProps) {
  const address = useObjectUrl(file)
  const [position, setPosition] = useState(middle)
  const [zoom, setZoom] = useState(zoomRange.min)
  const [area, setArea] = useState<Area>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    setPosition(middle)
    setZoom(zoomRange.min)
    setArea(undefined)
  }, [file])

  const save = async () => {
    if (!address || !area || isBusy) return
    setBusy(true)
    await cropPicture(address, area).then(onSave, onUnreadable)
    setBusy(false)
  }

  return (
    <Dialog
      title="Crop your picture"
      isOpen={file !== undefined}
      onClose={onCancel}
      closeLabel="Cancel"
      actions={
        <Button variant="primary" isBusy={isBusy} onPress={() => void save()}>
          Save
        </Button>
      }
    >
      <div className={css.stage}>
        {address && (
          <Cropper
            image={address}
            crop={position}
            zoom={zoom}
            minZoom={zoomRange.min}
            maxZoom={zoomRange.max}
            zoomSpeed={0.25}
            keyboardStep={4}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            classes={{ containerClassName: css.ground, mediaClassName: css.picture, cropAreaClassName: css.window }}
            cropperProps={{ role: 'application', 'aria-label': 'Part of the picture that is kept' }}
            onCropChange={setPosition}
            onZoomChange={(changed) => setZoom(stepped(changed))}
            onCropComplete={(_percent, pixels) => setArea(pixels)}
            mediaProps={{ onError: onUnreadable, alt: '' }}
          />
        )}
      </div>
      <p className={css.help}>Drag the picture, or move it with the arrow keys.</p>
      <label className={css.zoom}>
        <span>Zoom</span>
        <input
          type="range"
          {...zoomRange}
          value={zoom}
          aria-valuetext={`${zoom.toFixed(2)} times`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
        <output className={css.factor}>{zoom.toFixed(2)}×</output>
      </label>
    </Dialog>
  )
}

/** The nearest step of the slider. */
const stepped = (zoom: number) => Math.round(zoom / zoomRange.step) * zoomRange.step

/**
 * A part of a picture as profile.png, 250 × 250 px.
 * @param area in the picture's own pixels
 * @throws when the picture cannot be read
 */
async function cropPicture(address: string, area: Area): Promise<File> {
  const picture = new Image()
  picture.src = address
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = avatarPixels
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, avatarPixels, avatarPixels)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture could not be drawn')
  return new File([blob], 'profile.png', { type: 'image/png' })
}
