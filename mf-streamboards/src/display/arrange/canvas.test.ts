import { streamboardCanvas, streamboardLayouts, streamboardSizes } from '@multiball/shared/schema'
import { canvasOf } from './canvas'

test.each(streamboardLayouts)('%s has the canvas that a frame around it is told', (layout) => {
  for (const size of streamboardSizes)
    expect(canvasOf({ layout, size })).toMatchObject(streamboardCanvas({ layout, size }))
})
