// Loaded together: one leads to the other.
export { JumpDialog } from './JumpDialog'
export { KeysDialog } from './KeysDialog'
