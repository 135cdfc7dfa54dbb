import type { StreamboardConfig } from '@multiball/shared/schema'

/** Each layout in words. */
export const layoutNames: Record<StreamboardConfig['layout'], string> = {
  OneCam: 'One Cam',
  TwoCam: 'Two Cam',
  TwoCamHeadToHead: 'Two Cam Head to Head',
  ThreeCam: 'Three Cam',
  FourCam: 'Four Cam',
  FourCamHeadToHead: 'Four Cam Head to Head',
  ScoresOnlyFixed: 'Scores Only Fixed, 860×170',
  ScoresOnlyVariable: 'Scores Only Variable',
  LowerThirdHorizontal: 'Lower Third Horizontal',
  LowerThirdVertical: 'Lower Third Vertical',
}
