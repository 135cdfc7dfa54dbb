import type { BoardBootstraps, LiveBoardType } from '@multiball/shared/schema'

/** The owner's background of a board. */
export const backgroundOf = (bootstrap: BoardBootstraps[LiveBoardType]): string =>
  'config_json' in bootstrap ? bootstrap.config_json.backgroundColor : bootstrap.background_color
