import type { GameClaimCode } from '@multiball/shared/schema'

/* Loaded for screens that show codes: others need neither the call nor its contract. */

export const getClaimCode = async (machine: number, key: string | undefined, signal: AbortSignal): Promise<GameClaimCode> => {
  const { getClaimCode: get } = await import(/* webpackExports: ['getClaimCode'] */ '@multiball/shared/api')
  return get(machine, key, signal)
}
