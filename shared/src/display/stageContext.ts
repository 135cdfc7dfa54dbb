import { createContext, useContext, useLayoutEffect } from 'react'
import { paletteFor } from './palette'
import type { Palette } from './palette'
import type { Size } from './useSize'

/** 'grid' has no light behind it: its cells are lit enough */
export type StageVariant = 'play' | 'game-over' | 'leaderboard' | 'grid'
export type StageLayout = 'screen' | 'cell'

/** What a display tells the stage that it stands on. */
export interface Scene {
  variant?: StageVariant
  /** when the game on show ended, ms; the foot says it */
  finishedAt?: number
}

/** What the things on a stage know of it. */
export interface StageState {
  layout: StageLayout
  /** 'tall' is a screen held upright: rows become cards */
  shape: 'wide' | 'tall'
  /** px; zeros until laid out */
  size: Size
  palette: Palette
  scene: Scene
  setScene(scene: Scene): void
}

export const StageContext = createContext<StageState>({
  layout: 'screen',
  shape: 'wide',
  size: { width: 0, height: 0 },
  palette: paletteFor('#000'),
  scene: {},
  setScene: () => {},
})

export const useStage = () => useContext(StageContext)

/** Sets the light of the stage and the foot's note from inside a display. */
export function useScene({ variant, finishedAt }: Scene): void {
  const { setScene } = useStage()
  useLayoutEffect(() => {
    setScene({ variant, finishedAt })
    return () => setScene({})
  }, [setScene, variant, finishedAt])
}
