import type { LoginMode } from './modes'

export interface ModeProps {
  /** shows another mode */
  go(mode: LoginMode): void
}
