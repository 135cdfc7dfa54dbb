import type { StageTheme } from '@multiball/shared/display'
import { paletteFor } from '@multiball/shared/display'
import type { StreamboardBootstrap } from '@multiball/shared/schema'

/** A streamboard, which stands on no stage, in the colours of a partner's page. */
export function themedStream(bootstrap: StreamboardBootstrap, { background, accent }: StageTheme): StreamboardBootstrap {
  const { config_json: config } = bootstrap
  const ground = background === undefined ? {} : { backgroundColor: background, textColor: paletteFor(background).ink }
  return { ...bootstrap, config_json: { ...config, ...ground, ...(accent !== undefined && { highlightColor: accent }) } }
}
