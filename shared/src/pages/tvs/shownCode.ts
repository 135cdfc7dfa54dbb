import { readTvCode, tvCodeLength } from '@multiball/shared/schema'

/** A whole code as the TV shows it, three and three; what is no code stays as it was typed. */
export function shownCode(typed: string): string {
  const code = readTvCode(typed)
  return code.length === tvCodeLength ? `${code.slice(0, 3)} ${code.slice(3)}` : typed
}

/** The code in the address that a TV's QR code holds; undefined for any other text. */
export function codeInAddress(text: string): string | undefined {
  const code = /[?&]code=([^&#]{1,24})/.exec(text)?.[1]
  return code !== undefined && readTvCode(code).length === tvCodeLength ? readTvCode(code) : undefined
}
