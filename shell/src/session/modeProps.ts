import type { LoginMode } from './modes'

export interface ModeProps {
  /** shows another mode, and a sentence that the server has for it */
  go(mode: LoginMode, sentence?: string): void
  sentence?: string
}
