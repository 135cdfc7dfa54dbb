/** What browsers that read codes themselves have in their global scope; TypeScript does not know it yet. */
interface BrowserDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface BrowserDetectorClass {
  new (options: { formats: string[] }): BrowserDetector
  getSupportedFormats(): Promise<string[]>
}

/** Looks for a QR code in what a video shows. Answers its text; undefined while there is none. */
type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** Enough for a code that fills a fifth of the picture, and quick on old phones. */
const longestSide = 800

const detectorClass = () => (globalThis as { BarcodeDetector?: BrowserDetectorClass }).BarcodeDetector

/** The browser's own reader where it has one, else a library's, which is loaded now. */
export async function makeQrReader(): Promise<QrReader> {
  const Detector = detectorClass()
  if (Detector && (await Detector.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue
  }
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  return async (video) => {
    const frame = frameOf(video, canvas)
    try {
      return frame && decodeQR(frame)
    } catch {
      // Its way of saying that it sees none.
      return undefined
    }
  }
}

/** The picture that stands in a video, made smaller; undefined before the first. */
function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || video.videoWidth === 0) return undefined
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
