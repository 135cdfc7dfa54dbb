import { createSlideshowImage } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { imageLimits, type SlideshowImage } from '@multiball/shared/schema'
import { useEffect, useRef, useState } from 'react'

/** What a file field offers, and the server takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

const megabytes = imageLimits.bytes / 1024 / 1024

/** Why a file cannot be a picture of a slideshow, before it is sent; undefined where nothing is known against it. */
export function pictureRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return 'Only PNG, JPEG and WebP pictures can be used'
  return size > imageLimits.bytes ? `A picture may have at most ${megabytes} MB` : undefined
}

type PictureUpload = { type: 'idle' } | { type: 'sending'; fileName: string } | { type: 'refused'; message: string }

interface PictureUploadOptions {
  onUploaded(image: SlideshowImage): void
  /** told when an upload begins, and when it has ended either way */
  onBusy(isBusy: boolean): void
}

const refusalOf = (cause: unknown) => (cause instanceof ApiError ? (cause.fields?.image?.[0] ?? cause.message) : generalFailure)

/** Sends pictures one at a time. A refused one leaves everything as it was. */
export function usePictureUpload({ onUploaded, onBusy }: PictureUploadOptions) {
  const [upload, setUpload] = useState<PictureUpload>({ type: 'idle' })
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => void (isOver.current = true)
  }, [])

  const send = async (file: File) => {
    const refusal = pictureRefusal(file)
    if (refusal) return setUpload({ type: 'refused', message: refusal })
    setUpload({ type: 'sending', fileName: file.name })
    onBusy(true)
    try {
      const image = await createSlideshowImage(file)
      if (isOver.current) return
      setUpload({ type: 'idle' })
      onUploaded(image)
    } catch (cause) {
      if (!isOver.current) setUpload({ type: 'refused', message: refusalOf(cause) })
    } finally {
      onBusy(false)
    }
  }
  return { upload, send: (file: File | undefined) => void (file && upload.type !== 'sending' && send(file)) }
}
