import { rmSync } from 'node:fs'
import { preparedData } from './product'

/** jest's globalTeardown: removes what globalSetup.ts has made. */
export default function globalTeardown(): void {
  rmSync(process.env[preparedData]!, { recursive: true, force: true })
}
