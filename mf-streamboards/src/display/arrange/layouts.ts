import type { StreamboardConfig } from '@multiball/shared/schema'

type LayoutName = StreamboardConfig['layout']

/** x, y, width and height in fractions of the canvas. */
export type Fractions = readonly [x: number, y: number, width: number, height: number]

/** Where a layout has its cameras and its scores. */
export interface Layout {
  cameras: readonly Fractions[]
  /** of the scores; two stand for two machines, or for two halves of one game */
  panels: readonly [Fractions] | readonly [Fractions, Fractions]
  /** apart from the scores: machine, ball and mode */
  plate?: Fractions
  /** players below each other, or side by side */
  flow: 'column' | 'row'
  /** the owner's colour around the cameras; without it there is nothing but the panel */
  isFramed: boolean
  /** of the panel: what machine, ball and mode take */
  headingShare?: number
  /** the panel is as high as its players need */
  isVariable?: true
  /** nothing is around the panel, so the Powered-by line is in it */
  isWhole?: true
}

const noCamera: readonly Fractions[] = []
const whole: Fractions = [0, 0, 1, 1]

export const layouts: Record<LayoutName, Layout> = {
  OneCam: {
    cameras: [[0.028, 0.044, 0.944, 0.722]],
    panels: [[0.028, 0.79, 0.944, 0.166]],
    flow: 'row',
    isFramed: true,
    headingShare: 0.2,
  },
  TwoCam: {
    cameras: [
      [0.397, 0.044, 0.575, 0.911],
      [0.028, 0.044, 0.35, 0.35],
    ],
    panels: [[0.028, 0.422, 0.35, 0.533]],
    flow: 'column',
    isFramed: true,
  },
  TwoCamHeadToHead: {
    cameras: [
      [0.028, 0.044, 0.463, 0.68],
      [0.509, 0.044, 0.463, 0.68],
    ],
    panels: [
      [0.028, 0.752, 0.463, 0.204],
      [0.509, 0.752, 0.463, 0.204],
    ],
    flow: 'column',
    isFramed: true,
  },
  ThreeCam: {
    cameras: [
      [0.397, 0.044, 0.575, 0.911],
      [0.028, 0.044, 0.35, 0.35],
      [0.028, 0.422, 0.35, 0.156],
    ],
    panels: [[0.028, 0.606, 0.35, 0.35]],
    flow: 'column',
    isFramed: true,
  },
  FourCam: {
    cameras: [
      [0.278, 0.044, 0.444, 0.911],
      [0.028, 0.044, 0.228, 0.28],
      [0.744, 0.044, 0.228, 0.28],
      [0.744, 0.352, 0.228, 0.2],
    ],
    panels: [[0.028, 0.352, 0.228, 0.604]],
    plate: [0.744, 0.58, 0.228, 0.376],
    flow: 'column',
    isFramed: true,
  },
  FourCamHeadToHead: {
    cameras: [
      [0.028, 0.044, 0.3, 0.911],
      [0.672, 0.044, 0.3, 0.911],
      [0.35, 0.044, 0.142, 0.253],
      [0.508, 0.044, 0.142, 0.253],
    ],
    panels: [
      [0.35, 0.325, 0.3, 0.3],
      [0.35, 0.655, 0.3, 0.3],
    ],
    flow: 'column',
    isFramed: true,
  },
  ScoresOnlyFixed: {
    cameras: noCamera,
    panels: [whole],
    flow: 'row',
    isFramed: false,
    headingShare: 0.2,
    isWhole: true,
  },
  ScoresOnlyVariable: { cameras: noCamera, panels: [whole], flow: 'column', isFramed: false, isVariable: true },
  LowerThirdHorizontal: {
    cameras: noCamera,
    panels: [[0.05, 0.747, 0.9, 0.203]],
    flow: 'row',
    isFramed: false,
    headingShare: 0.204,
  },
  LowerThirdVertical: {
    cameras: noCamera,
    panels: [[0.028, 0.35, 0.28, 0.6]],
    flow: 'column',
    isFramed: false,
    headingShare: 0.2,
  },
}
