import { glyphHeight, hasInk, textWidth, write } from './glyphs'
import { PixelScreen, type Drawing, type IdleImageProps } from './PixelScreen'
import { color, seeded, type Raster } from './raster'

/** Greys of 255: too close to each other to flash. */
const darkest = 22
const span = 32
const bandLift = 7
const ghostLift = 28
const mostPixels = 36_000
const ghost = 'PLAY PINBALL'
/** At 8 steps a second: every 14 s something comes through for 6 s. */
const ghostEvery = 112
const ghostFor = 48

const greys = Uint32Array.from({ length: 256 }, (_, value) => color((value << 16) | (value << 8) | value))
/** The brightness of a random byte: rather dark than bright. */
const noise = Uint8Array.from({ length: 256 }, (_, byte) => darkest + span * (byte / 256) ** 1.4)
const fullShade = 256
const green = color(0x8fdca6)

function begin(raster: Raster) {
  const { columns, rows, pixels } = raster
  const random = seeded(7)
  const scale = Math.max(1, Math.floor((columns * 0.85) / textWidth(ghost)))
  const left = Math.floor((columns - textWidth(ghost) * scale) / 2)
  const top = Math.floor((rows - glyphHeight * scale) / 2)
  const isGhost = Uint8Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [(at % columns) - left, Math.floor(at / columns) - top]
    return x >= 0 && y >= 0 && hasInk(ghost, Math.floor(x / scale), Math.floor(y / scale)) ? 1 : 0
  })
  const shade = Uint16Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [((at % columns) / columns) * 2 - 1, (Math.floor(at / columns) / rows) * 2 - 1]
    return fullShade * (1 - 0.28 * (x * x + y * y))
  })
  const labelScale = Math.max(1, Math.round(rows / 78))
  let step = 30

  return () => {
    const band = ((step * 1.7) % (rows * 1.6)) - rows * 0.3
    const since = step % ghostEvery
    const strength = since < ghostFor ? Math.sin((Math.PI * since) / ghostFor) * ghostLift : 0
    let seed = (random() * 0xffff_ffff) | 1
    for (let y = 0; y < rows; y += 1) {
      const lift = bandLift * Math.max(0, 1 - Math.abs(y - band) / (rows * 0.14))
      // A bad signal slips sideways.
      const slip = Math.round(Math.sin(step * 0.35 + y * 0.11) * 1.4)
      for (let at = y * columns; at < (y + 1) * columns; at += 1) {
        // Written out: a call for each of 40,000 px is what an old stick cannot afford.
        seed ^= seed << 13
        seed ^= seed >>> 17
        seed ^= seed << 5
        const value = noise[seed & 255]! + lift + (isGhost[at + slip] ? strength * ((seed >>> 8) & 1) : 0)
        pixels[at] = greys[(value * shade[at]!) >> 8]!
      }
    }
    write(raster, Math.round(columns * 0.05), Math.round(rows * 0.07), 'CH 03', labelScale, green)
    step += 1
  }
}

export const deadChannel: Drawing = {
  stepMs: 125,
  scaleFor: ({ width, height }) => Math.max(2, Math.sqrt((width * height) / mostPixels)),
  begin,
}

/** A channel without a programme, almost. */
export const DeadChannel = ({ isMoving }: IdleImageProps) => <PixelScreen drawing={deadChannel} isMoving={isMoving} />
