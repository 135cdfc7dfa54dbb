import { avatarPixels } from '@multiball/shared/schema'
import type { Area } from 'react-easy-crop'

/**
 * A part of a picture as profile.png, 250 × 250 px.
 * @param area in the picture's own pixels
 * @throws when the picture cannot be read
 */
export async function cropPicture(address: string, area: Area): Promise<File> {
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
