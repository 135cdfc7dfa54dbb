// Loaded together: who is signed in needs both.
export { HomePage } from '../home/HomePage'
export { Frame } from './Frame'
