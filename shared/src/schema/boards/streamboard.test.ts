import * as v from 'valibot'
import { isOverlayType, StreamboardConfig } from './streamboard'

test.each<[string, unknown]>([
  ['an empty one', {}],
  ['an empty text', '{}'],
])('ST-04 VST-01 %s is ThreeCam at 1280x720 in black, white and yellow', (_name, config) => {
  expect(v.parse(StreamboardConfig, config)).toEqual({
    size: '1280x720',
    type: 'oneUp',
    layout: 'ThreeCam',
    scoreboardsConfig: [],
    backgroundColor: '#000000',
    textColor: '#ffffff',
    highlightColor: '#ffdf00',
  })
})

test.each<[string, unknown]>([
  ['a list', []],
  ['a list of configurations', [{ layout: 'OneCam' }]],
  ['a list as text', '[]'],
  ['nothing', null],
])('ST-07 %s is no configuration', (_name, config) => {
  expect(v.safeParse(StreamboardConfig, config)).toMatchObject({
    success: false,
    issues: [{ message: 'This value is not accepted' }],
  })
})

test.each([
  ['streamboard', true],
  ['scoreboard', false],
  ['slideshow', false],
])('VST-01 a %s lies over footage: %s', (type, expected) => expect(isOverlayType(type)).toBe(expected))
