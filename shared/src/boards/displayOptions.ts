import { pageConfig } from '@multiball/shared/api'
import type { DisplayOptions } from './types'

/** What this deployment decides for every display. */
export const displayOptions = (): DisplayOptions => ({ winnerMachineTitle: pageConfig().winnerMachineTitle })
