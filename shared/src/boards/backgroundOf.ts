import type { BootstrapOf } from '@multiball/shared/schema'

/** The owner's background of a board; black of a type from a remote, whose display draws its own. */
export function backgroundOf(bootstrap: BootstrapOf): string {
  if ('config_json' in bootstrap) return bootstrap.config_json.backgroundColor
  return 'background_color' in bootstrap ? bootstrap.background_color : '#000'
}
