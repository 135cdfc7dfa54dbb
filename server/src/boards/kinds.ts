import {
  Comboboard,
  ComboboardInput,
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

/** The kind of a type by its name; undefined where there is none. */
export const kindOf = (type: string): BoardKind | undefined => Object.values(builtInKinds).find((kind) => kind.type === type)
