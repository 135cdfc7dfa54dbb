import { pageConfig } from '@multiball/shared/client'
import type { DisplayOptions } from './types'

let hasClaimCodes = false

/** Scoreboards of this page show codes that lead players to the claim page, or do not, which is usual. Called before anything is shown. */
export const showClaimCodes = (areShown: boolean): void => void (hasClaimCodes = areShown)

/** What this deployment and this page decide for every display. */
export const displayOptions = (): DisplayOptions => {
  const { winnerMachineTitle, branding } = pageConfig()
  return { winnerMachineTitle, hasClaimCodes, branding }
}
