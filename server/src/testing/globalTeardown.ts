import './globalSetup'

/** jest's globalTeardown: ends what globalSetup started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.multiballTestPostgres?.close()
}
