import { pageConfig } from '@multiball/shared/client'
import { parseColor, type BootstrapOf, type MachineDisplay } from '@multiball/shared/schema'
import type { DisplayOptions } from './types'

let hasClaimCodes = false

/** Scoreboards of this page show codes that lead players to the claim page, or do not, which is usual. Called before anything is shown. */
export const showClaimCodes = (areShown: boolean): void => void (hasClaimCodes = areShown)

let hasAttract = false

/** Scoreboards of this page play attract mode while nobody plays: the page is a screen of its own. Called before anything is shown. */
export const playAttract = (): void => void (hasAttract = true)

/** What this deployment and this page decide for every display. */
export const displayOptions = (): DisplayOptions => {
  const { winnerMachineTitle, branding } = pageConfig()
  return { winnerMachineTitle, hasClaimCodes, hasAttract, branding }
}

/** How all machines look on a board whose owner has chosen that; undefined where each looks as it does. */
export function figuresOf(bootstrap: BootstrapOf): MachineDisplay | undefined {
  const figures = 'figures' in bootstrap ? bootstrap.figures : 'machine'
  return figures === 'machine' ? undefined : figures
}

/** The owner's background of a board; of a type from a remote its setting `background_color`, and black where it has none. */
export function backgroundOf(bootstrap: BootstrapOf): string {
  if ('config_json' in bootstrap) return bootstrap.config_json.backgroundColor
  if ('background_color' in bootstrap) return bootstrap.background_color
  const { background_color: own } = bootstrap.settings
  return typeof own === 'string' && parseColor(own) ? own : '#000'
}
