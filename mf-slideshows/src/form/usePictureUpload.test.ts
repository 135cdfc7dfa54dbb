import { pictureRefusal } from './usePictureUpload'

const megabyte = 1024 * 1024

test.each([
  ['image/png', 10 * megabyte, undefined],
  ['image/jpeg', 1, undefined],
  ['image/webp', 1, undefined],
  ['image/png', 10 * megabyte + 1, 'A picture may have at most 10 MB'],
  ['image/gif', 1, 'Only PNG, JPEG and WebP pictures can be used'],
  ['image/svg+xml', 1, 'Only PNG, JPEG and WebP pictures can be used'],
  ['application/pdf', 99 * megabyte, 'Only PNG, JPEG and WebP pictures can be used'],
  ['', 1, 'Only PNG, JPEG and WebP pictures can be used'],
])('SS-01 a file of type "%s" with %i bytes: %s', (type, size, refusal) =>
  expect(pictureRefusal({ type, size })).toBe(refusal),
)
