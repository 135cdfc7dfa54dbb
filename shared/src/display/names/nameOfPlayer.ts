import type { PlayerScore } from '@multiball/shared/schema'
import { cleanName } from './nameFace'

/** The name that a player goes by, as every display and every page of a partner has it; undefined for one who has none. */
export function nameOfPlayer(player: PlayerScore['player'] | undefined): string | undefined {
  const names = player?.prefer_initials ? [player.initials, player.cached_display_name] : [player?.cached_display_name ?? '', player?.initials ?? '']
  return names.map(cleanName).find((name) => name !== '')
}
