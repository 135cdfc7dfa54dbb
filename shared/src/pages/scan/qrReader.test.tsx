import encodeQR from 'qr'
import { makeQrReader } from './qrReader'

const link = 'https://scorbit.link/qrcode?$deeplink_path=vpin&machineid=4419&uuid=0a1b2c3d-4e5f-4678-8899-aabbccddeeff'

/** What a camera would see of a code: black on white, so many pixels a square. */
function pictureOf(text: string, size = 4): ImageData {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const width = rows.length * size
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rows[Math.floor(y / size)]![Math.floor(x / size)]) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { data, width, height: width } as ImageData
}

let picture: ImageData

beforeEach(() => {
  // jsdom draws nothing: what is drawn is what the camera sees.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => ({
    drawImage: () => {},
    getImageData: () => picture,
  })) as unknown as HTMLCanvasElement['getContext'])
})
afterEach(() => {
  jest.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'BarcodeDetector')
})

const videoOf = (width: number) => ({ videoWidth: width, videoHeight: width }) as HTMLVideoElement

test('MAC-02 a browser that reads no codes itself reads them by a library', async () => {
  const read = await makeQrReader()
  picture = pictureOf(link)
  expect(await read(videoOf(0))).toBeUndefined()
  expect(await read(videoOf(1_280))).toBe(link)
  picture = { data: new Uint8ClampedArray(400 * 400 * 4).fill(200), width: 400, height: 400 } as ImageData
  expect(await read(videoOf(1_280))).toBeUndefined()
})

test.each([
  ['qr_code', 'by the browser'],
  ['ean_13', link],
])('MAC-02 a browser that reads %s: the code is read as %s', async (format, text) => {
  const Detector = Object.assign(
    class {
      detect = async () => [{ rawValue: 'by the browser' }]
    },
    { getSupportedFormats: async () => [format] },
  )
  Object.assign(globalThis, { BarcodeDetector: Detector })
  picture = pictureOf(link)
  expect(await (await makeQrReader())(videoOf(1_280))).toBe(text)
})
