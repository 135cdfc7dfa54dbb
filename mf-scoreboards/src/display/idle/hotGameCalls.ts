import type { Game, VenueMachine } from '@multiball/shared/schema'

/* Loaded when nobody plays: a board with a game on it needs neither these calls nor their contracts. */

const calls = () => import(/* webpackExports: ['getCurrentGame', 'listHotMachines'] */ '@multiball/shared/api')

export const listHotMachines = async (signal: AbortSignal): Promise<VenueMachine[]> => {
  const { listHotMachines: list } = await calls()
  return list(signal)
}

export const getCurrentGame = async (machine: number, signal: AbortSignal): Promise<Game> => {
  const { getCurrentGame: get } = await calls()
  return get(machine, signal)
}
