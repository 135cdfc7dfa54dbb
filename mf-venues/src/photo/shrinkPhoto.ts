import { photoLimits } from '@multiball/shared/schema'

const quality = 0.85

/**
 * A photo as it is sent: a JPEG of at most 1,600 px, without what a camera writes beside the picture, such as the place. A file
 * that this browser cannot draw is sent as it is: the server says what it thinks of it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const scale = Math.min(1, photoLimits.edge / Math.max(image.naturalWidth, image.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.naturalWidth * scale)
    canvas.height = Math.round(image.naturalHeight * scale)
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return bytes ? new File([bytes], 'score.jpg', { type: 'image/jpeg' }) : file
  } catch {
    return file
  } finally {
    URL.revokeObjectURL(address)
  }
}
