import {
  Comboboard,
  ComboboardInput,
  isBuiltInType,
  Leaderboard,
  LeaderboardInput,
  Scoreboard,
  ScoreboardInput,
  Slideshow,
  SlideshowInput,
  Streamboard,
  StreamboardInput,
} from '@multiball/shared/schema'
import type { BuiltInType } from '@multiball/shared/schema'
import { customKind } from './custom/kind'
import type { CustomType } from './custom/types'
import { builtInKind } from './kind'
import type { BoardKind } from './kind'
import { withPictures } from './slideshowImages.store'

/** The board types that come with the program. */
export const builtInKinds: Readonly<Record<BuiltInType, BoardKind>> = {
  scoreboard: builtInKind({ type: 'scoreboard', input: ScoreboardInput, answer: Scoreboard }),
  leaderboard: builtInKind({ type: 'leaderboard', input: LeaderboardInput, answer: Leaderboard }),
  comboboard: builtInKind({ type: 'comboboard', input: ComboboardInput, answer: Comboboard }),
  slideshow: builtInKind({ type: 'slideshow', input: SlideshowInput, answer: Slideshow, complete: withPictures }),
  streamboard: builtInKind({ type: 'streamboard', input: StreamboardInput, answer: Streamboard }),
}

/** The kind of a type by its name, of those that come with the program and of these; undefined where there is none. */
export function kindOf(type: string, types?: ReadonlyMap<string, CustomType>): BoardKind | undefined {
  if (isBuiltInType(type)) return builtInKinds[type]
  const custom = types?.get(type)
  return custom && customKind(custom)
}
