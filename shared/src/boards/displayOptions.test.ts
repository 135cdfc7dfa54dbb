import { makeCustomBootstrap, makeScoreboardBootstrap } from '@multiball/shared/testing'
import { backgroundOf } from './displayOptions'

test.each([
  ['its field', makeScoreboardBootstrap({ background_color: '#123456' }), '#123456'],
  ['the setting of that name', makeCustomBootstrap({ settings: { background_color: '#123456' } }), '#123456'],
  ['black without one', makeCustomBootstrap(), '#000'],
  [
    'black where it is no colour',
    makeCustomBootstrap({ settings: { background_color: 'url(https://example.com)' } }),
    '#000',
  ],
])('BTY-22 the background of a board is %s', (_what, bootstrap, background) => {
  expect(backgroundOf(bootstrap)).toBe(background)
})
