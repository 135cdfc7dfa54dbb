import { rmSync } from 'node:fs'
import './globalSetup'
import { preparedData } from './product'

/** jest's globalTeardown: ends and removes what globalSetup.ts has made. */
export default async function globalTeardown(): Promise<void> {
  await Promise.all([globalThis.multiballShared?.browser.close(), globalThis.multiballShared?.product.stop()])
  rmSync(process.env[preparedData]!, { recursive: true, force: true })
}
