import type { Moment } from '@multiball/shared/schema'
import { createContext } from 'react'

/** Is told of each moment that begins on this page; `isStrip`: at the edge of its board, which goes on. */
export type MomentListener = (moment: Moment, isStrip: boolean) => void

/** What the page around its boards does when a moment begins. */
export const MomentBeginContext = createContext<MomentListener | undefined>(undefined)
