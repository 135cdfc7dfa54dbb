import { readTvCode, tvCodeLength } from '@multiball/shared/schema'

/** A whole code as the TV shows it, three and three; what is no code stays as it was typed. */
export function shownCode(typed: string): string {
  const code = readTvCode(typed)
  return code.length === tvCodeLength ? `${code.slice(0, 3)} ${code.slice(3)}` : typed
}
