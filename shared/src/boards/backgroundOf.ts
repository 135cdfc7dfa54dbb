import { parseColor, type BootstrapOf } from '@multiball/shared/schema'

/** The owner's background of a board; of a type from a remote its setting `background_color`, and black where it has none. */
export function backgroundOf(bootstrap: BootstrapOf): string {
  if ('config_json' in bootstrap) return bootstrap.config_json.backgroundColor
  if ('background_color' in bootstrap) return bootstrap.background_color
  const { background_color: own } = bootstrap.settings
  return typeof own === 'string' && parseColor(own) ? own : '#000'
}
