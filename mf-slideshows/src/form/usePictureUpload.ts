import { createSlideshowImage } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
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

type PictureUpload =
  | { type: 'idle' }
  | { type: 'sending'; file: File }
  | {
      type: 'refused'
      message: string
      /** where it may go better a second time */
      again?: File
    }

interface PictureUploadOptions {
  onUploaded(image: SlideshowImage): void
  /** told when an upload begins, and when it has ended either way */
  onBusy(isBusy: boolean): void
}

const tooManyRequests = 429

function failureOf(cause: unknown, file: File): PictureUpload {
  if (!(cause instanceof ApiError)) return { type: 'refused', message: failureWords(cause) }
  const { status, fields } = cause
  if (status === 0 || status >= 500) return { type: 'refused', message: 'The picture did not arrive.', again: file }
  return {
    type: 'refused',
    message: fields?.image?.[0] ?? failureWords(cause),
    again: status === tooManyRequests ? file : undefined,
  }
}

/** Sends pictures one at a time. A refused one leaves everything as it was; one that did not arrive is kept, to be sent again. */
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
    setUpload({ type: 'sending', file })
    onBusy(true)
    try {
      const image = await createSlideshowImage(file)
      if (isOver.current) return
      setUpload({ type: 'idle' })
      onUploaded(image)
    } catch (cause) {
      if (!isOver.current) setUpload(failureOf(cause, file))
    } finally {
      onBusy(false)
    }
  }
  return { upload, send: (file: File | undefined) => void (file && upload.type !== 'sending' && send(file)) }
}
