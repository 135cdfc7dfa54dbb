import type { MountOptions } from './contract'
import { mountBoard } from './host'

jest.mock('./loadInside', () => ({ loadInside: () => new Promise(() => {}), version: '1.0.0' }))

test.each<[string, unknown, unknown]>([
  ['an element that is gone, as of a component that was taken away meanwhile', null, { type: 'scoreboard', board: 12 }],
  ['no options', document.createElement('div'), undefined],
  ['no board', document.createElement('div'), { type: 'scoreboard' }],
])('EMB-06 mounting with %s is refused with a code', async (_what, place, options) => {
  await expect(mountBoard(place as HTMLElement, options as MountOptions)).rejects.toMatchObject({
    code: 'BAD_ATTRIBUTE',
  })
})
