import { type RowDetails, Thumbnail, useNewestScores } from '@multiball/shared/pages'
import type { Streamboard } from '@multiball/shared/schema'
import { canvasOf } from '../display/arrange/canvas'
import { layoutNames } from '../form/layoutNames'

/** A streamboard's row: its layout and size, and whether there is something to stream. */
export function useRows(boards: readonly Streamboard[]): (board: Streamboard) => RowDetails {
  const newest = useNewestScores(boards, 'streamboard')
  return ({ id, config_json: config }) => {
    const scores = newest.get(id)
    const { width, height } = canvasOf(config)
    const layout = layoutNames[config.layout]
    const isPlaying = scores?.data.some(({ session }) => session?.settled_on === null)
    return {
      thumbnail: <Thumbnail type="streamboard" scores={scores} />,
      place: config.layout === 'ScoresOnlyFixed' ? layout : `${layout} · ${width}×${height}`,
      shortPlace: layout,
      state: scores && { text: isPlaying ? 'Game on' : 'No game on', isPlaying },
    }
  }
}
