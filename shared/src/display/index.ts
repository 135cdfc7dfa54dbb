import './fonts.css'

export {
  bannerAt,
  bannerColor,
  gameOverBanner,
  nextBannerAt,
  sightModes,
  testBanner,
  useGameBanner,
  useModeBanner,
  type Banner,
  type Sighting,
} from './modes/banner'
export { BoardHeader, HeaderLine } from './stage/BoardHeader'
export { Brand } from './stage/Brand'
export { ChromeBall } from './ChromeBall'
export { ClockContext, pageClock, timeOfDay, useNow, type Clock } from './clock'
export { createCountUps, pageCountUps, type CountUps, type Frames } from './numbers/countUp'
export { DotMatrix, type DotMatrixProps } from './dots/DotMatrix'
export { DotStrip, type DotStripProps } from './dots/DotStrip'
export { Foot, type Connection, type FootProps } from './stage/Foot'
export { MachineLookContext, useLookOf, useMachineLook } from './looks/machineLook'
export { MomentLayer } from './moments/MomentLayer'
export type { MomentLayerProps } from './moments/Moments'
export type { MomentView } from './moments/words'
export { modeColors, namesJackpot, parseMode, visibleModes, type Mode, type ModeColor } from './modes/modes'
export { Numerals, type NumeralsProps } from './numbers/Numerals'
export { accentOf, contrast, inkOn, pageAccentOf, paletteFor, tint, type Palette } from './colors/palette'
export { PlayerName } from './names/PlayerName'
export { lettering, useLettersOf } from './names/letters'
export { cleanName, isAlike, nameFace, nameOfPlayer } from './names/nameFace'
export { QrCode } from './QrCode'
export {
  digitCount,
  formatScore,
  longestScore,
  numeralsWidth,
  placeName,
  rankOf,
  type LongestScore,
} from './numbers/score'
export { drawnScale, RowMotion, Rows, rowTiming } from './RowMotion'
export { Segments, type SegmentsProps } from './segments/Segments'
export { closeSegments, segmentsWidth } from '@multiball/shared/glyphs'
export { CountUpContext, FollowShown, ShownNumbers, useCountUp, useShown, type ReadShown } from './numbers/useCountUp'
export { Spoken } from './Spoken'
export { Stage, type StageProps } from './stage/Stage'
export { StageLayer } from './stage/StageLayer'
export {
  StageThemeContext,
  useScene,
  useStage,
  type Scene,
  type StageLayout,
  type StageState,
  type StageTheme,
  type StageVariant,
} from './stage/stageContext'
export { useSize, type Size } from './stage/useSize'
export { useBeat } from './useBeat'
export { useChunk } from './useChunk'
