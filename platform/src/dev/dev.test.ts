import path from 'node:path'
import { root } from '../disk/paths'
import { dev } from './dev'

test.each([NaN, 0, 65_536, 3001.5])('SHP-06 a port that is none is refused in a sentence: %s', async (port) => {
  await expect(
    dev([path.join(root, 'mf-scoreboards')], { against: 'http://localhost:3000', port }, () => {}),
  ).rejects.toThrow('--port is a whole number from 1 to 65535.')
})
