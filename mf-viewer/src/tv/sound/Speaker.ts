import { play } from './play'
import type { Tone } from './sounds'

/** A browser that lets sounds be made says so within this. */
const patienceMs = 1_000

/** The loudspeaker of a page. Its browser may want somebody to touch the page before it is used. */
export class Speaker {
  private context: AudioContext | undefined
  private restsAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param open throws in a browser without sounds */
  constructor(private readonly open = () => new AudioContext()) {}

  /** Whether it may be used now. */
  async isAllowed(): Promise<boolean> {
    const isAwake = await this.wake()
    this.restAfter(0)
    return isAwake
  }

  /** Plays tones, at this part (0 to 1) of their levels. False where the browser forbids it. Resolves once they have begun. */
  async play(tones: readonly Tone[], gain: number): Promise<boolean> {
    const isAwake = await this.wake()
    this.restAfter(isAwake ? play(this.context!, tones, gain) : 0)
    return isAwake
  }

  private async wake(): Promise<boolean> {
    clearTimeout(this.timer)
    try {
      const context = (this.context ??= this.open())
      // Where it is forbidden, this is neither done nor refused until somebody touches the page.
      await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
      return context.state === 'running'
    } catch {
      return false
    }
  }

  /** A loudspeaker that is on and silent costs a TV as much as one that plays. */
  private restAfter(ms: number) {
    const now = performance.now()
    this.restsAt = Math.max(this.restsAt, now + ms)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.context?.suspend().catch(() => {}), this.restsAt - now)
  }
}
