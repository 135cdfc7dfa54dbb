import { useContext, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useNow } from '../clock'
import { accentOf, paletteFor, tint, type Palette } from '../colors/palette'
import { lettering } from '../names/letters'
import css from './Stage.module.css'
import {
  StageContext,
  StageThemeContext,
  type Scene,
  type StageLayout,
  type StageState,
  type StageVariant,
} from './stageContext'
import { useSize } from './useSize'

export interface StageProps {
  /** the owner's colour; anything that is no colour counts as black */
  background: string
  /** the light behind; a display may set it with useScene */
  variant?: StageVariant
  layout?: StageLayout
  children: ReactNode
}

const hasContainerUnits = () => globalThis.CSS?.supports?.('width: 1cqw') === true
const tallBelow = 0.8

function light(variant: StageVariant, palette: Palette, accent: string | undefined): string {
  if (accent !== undefined) return accentOf(palette, 1)
  if (variant === 'game-over') return accentOf(palette, 1)
  return variant === 'leaderboard' ? palette.gold : '#ff8a1f'
}

const colors = (palette: Palette): CSSProperties =>
  ({
    '--w-page': palette.page,
    '--w-ink': palette.ink,
    '--w-ink-2': palette.ink2,
    '--w-quiet': palette.quiet,
    '--w-line': palette.line,
    '--w-panel': palette.panel,
    '--w-unlit': palette.unlit,
    '--w-tile': palette.tile,
    '--w-gold': palette.gold,
  }) as CSSProperties

/**
 * What a board stands on: the owner's background with ink and accents made for it, the backglass, the safe
 * area, and the units that everything on it is sized in. Fills its parent, which must have a size.
 * CSS: `--sw`, `--sh` 1 % of the safe area, `--u` 1 px of a 1920×1080 (upright 390×844) screen;
 * `--mb-safe-area` (5) may be set from outside, in % a side.
 */
export function Stage({ background, variant = 'play', layout = 'screen', children }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const under = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLDivElement>(null)
  const size = useSize(stage)
  const around = useContext(StageContext)
  const outer = around.wall ?? around.size
  const wall = layout === 'cell' && outer.height > 0 ? outer : size
  const [scene, setScene] = useState<Scene>({})
  const [isCovered, cover] = useState(false)
  const isPicture = scene.variant === 'picture'
  const theme = useContext(StageThemeContext)
  const ground = isPicture ? '#000' : (theme.background ?? background)
  const palette = useMemo(() => paletteFor(ground, theme.accent), [ground, theme.accent])
  const shape = size.height > 0 && size.width / size.height < tallBelow ? 'tall' : 'wide'
  const state = useMemo<StageState>(
    () => ({ layout, shape, size, wall, palette, scene, setScene, cover, layers: { under, over } }),
    [layout, shape, size, wall, palette, scene],
  )
  const isScreen = layout === 'screen'
  const shownVariant = scene.variant ?? variant
  const isLit = isScreen && palette.tone === 'dark' && shownVariant !== 'grid' && !isPicture

  const units =
    hasContainerUnits() || size.width === 0 ? {} : { '--cw': `${size.width / 100}px`, '--ch': `${size.height / 100}px` }
  const board = (
    <div
      ref={stage}
      className={`${css.stage} ${lettering} ${isScreen ? css.screen : css.cell}`}
      style={colors(palette)}
      data-shape={shape}
      data-tone={palette.tone}
      data-variant={shownVariant}
      data-covered={scene.isCovered || isCovered || undefined}
    >
      <div className={scene.look ? `${css.units} ${scene.look}` : css.units} style={units as CSSProperties}>
        {isLit && (
          <Backglass color={light(shownVariant, palette, theme.accent)} fromBelow={shownVariant === 'game-over'} />
        )}
        <div ref={under} className={css.under} />
        {isScreen ? <SafeArea>{children}</SafeArea> : <div className={css.area}>{children}</div>}
      </div>
    </div>
  )
  return (
    <StageContext.Provider value={state}>
      <div className={css.frame}>
        {board}
        {/* Beside the board: what stands here has a stage of its own, which must not inherit this one's colours. */}
        <div ref={over} className={css.over} />
      </div>
    </StageContext.Provider>
  )
}

function Backglass({ color, fromBelow }: { color: string; fromBelow: boolean }) {
  const tints = {
    '--ray': tint(color, 0.1),
    '--haze': tint(color, 0.1),
    '--floor': tint(color, fromBelow ? 0.16 : 0),
  } as CSSProperties
  return (
    <div className={css.backglass} style={tints} aria-hidden="true">
      <div className={css.rays} />
      <div className={css.haze} />
    </div>
  )
}

function SafeArea({ children }: { children: ReactNode }) {
  const { x, y } = driftAt(useNow(60_000))
  return (
    <div
      className={`${css.area} ${css.drifting}`}
      style={{ '--drift-x': `${x}px`, '--drift-y': `${y}px` } as CSSProperties}
    >
      {children}
    </div>
  )
}

/** Offset in px that keeps a wall's screen from burning in: each minute one step, never further than 4 px. */
export function driftAt(nowMs: number): { x: number; y: number } {
  const minute = Math.floor(nowMs / 60_000)
  return { x: wave(minute, 4), y: wave(minute + 2, 3) }
}

/** Whole steps 0, 1 … reach … -reach … 0. */
function wave(step: number, reach: number): number {
  const at = step % (4 * reach)
  if (at <= reach) return at
  return at <= 3 * reach ? 2 * reach - at : at - 4 * reach
}
