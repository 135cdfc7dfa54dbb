import { AlienMarch } from './AlienMarch'
import { ColorBars } from './ColorBars'
import { DeadChannel } from './DeadChannel'
import { Playfield } from './Playfield'

/** In the order of idleImages, without Random. */
export const images = [AlienMarch, ColorBars, DeadChannel, Playfield] as const
