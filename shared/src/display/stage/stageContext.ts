import { createContext, useContext, useLayoutEffect, type RefObject } from 'react'
import { paletteFor, type Palette } from '../colors/palette'
import type { Size } from './useSize'

/** 'grid' has no light behind it: its cells are lit enough. 'picture' is black with no light: a StageLayer fills it */
export type StageVariant = 'play' | 'game-over' | 'leaderboard' | 'grid' | 'picture'
export type StageLayout = 'screen' | 'cell'

/** What a display tells the stage that it stands on. */
export interface Scene {
  variant?: StageVariant
  /** when the game on show ended, ms; the foot says it */
  finishedAt?: number
  /** true while a StageLayer hides all of the stage, the foot too */
  isCovered?: boolean
  /** a class with custom properties for all that stands on the stage: of the machine's look */
  look?: string
}

/** What the things on a stage know of it. */
export interface StageState {
  layout: StageLayout
  /** 'tall' is a screen held upright: rows become cards */
  shape: 'wide' | 'tall'
  /** px; zeros until laid out */
  size: Size
  /** px, of the whole screen that a cell is part of; its own size where it is part of none */
  wall?: Size
  palette: Palette
  scene: Scene
  setScene(scene: Scene): void
  /** for what lies over the stage and hides all of it, whatever its display says */
  cover?(isCovered: boolean): void
  /** where StageLayer puts what it is given */
  layers: { under: RefObject<HTMLElement | null>; over: RefObject<HTMLElement | null> }
}

const nowhere: RefObject<HTMLElement | null> = { current: null }

export const StageContext = createContext<StageState>({
  layout: 'screen',
  shape: 'wide',
  size: { width: 0, height: 0 },
  palette: paletteFor('#000'),
  scene: {},
  setScene: () => {},
  layers: { under: nowhere, over: nowhere },
})

export const useStage = () => useContext(StageContext)

/** Sets the light of the stage and the foot's note from inside a display. */
export function useScene({ variant, finishedAt, isCovered, look }: Scene): void {
  const { setScene } = useStage()
  useLayoutEffect(() => {
    setScene({ variant, finishedAt, isCovered, look })
    return () => setScene({})
  }, [setScene, variant, finishedAt, isCovered, look])
}

/** What somebody else's page makes of a board's colours; `#rgb` or `#rrggbb` each. */
export interface StageTheme {
  /** in place of the owner's background */
  background?: string
  /** in place of the players' colours, of gold and of the light behind */
  accent?: string
}

/** Around a board in a page of a partner; everywhere else the owner's colours stand. */
export const StageThemeContext = createContext<StageTheme>({})
