import { rmSync } from 'node:fs'
import { preparedData } from './product'

/** jest's globalTeardown: removes what prepareData.ts has made. */
export default function removeData(): void {
  rmSync(process.env[preparedData]!, { recursive: true, force: true })
}
