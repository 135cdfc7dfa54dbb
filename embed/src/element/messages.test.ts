import type { EmbedEvents } from '../contract'
import { readMessage } from './frame'
import type { Wanted } from './readAttributes'

const wanted: Wanted = { type: 'scoreboard', board: 12, theme: 'board', isInline: false, isLazy: true }

function told(message: unknown) {
  const events: [keyof EmbedEvents, unknown][] = []
  readMessage(message, wanted, (name, detail) => void events.push([name, detail]))
  return events
}

const from = (event: unknown, detail: unknown, multiball: unknown = 1) => ({ multiball, event, detail })

test.each([
  ['ready', { title: 'Lobby', type: 'leaderboard', board: 99 }, { type: 'scoreboard', board: 12, title: 'Lobby' }],
  ['score', { seq: 3 }, { type: 'scoreboard', board: 12, seq: 3 }],
  [
    'score',
    { seq: 3, players: [{ name: 'Ann', score: 12, secret: 1 }, { name: null, score: '7' }, null] },
    {
      type: 'scoreboard',
      board: 12,
      seq: 3,
      players: [
        { name: 'Ann', score: '12' },
        { name: null, score: '7' },
      ],
    },
  ],
  ['state', { connection: 'live', asOf: 5, more: 1 }, { connection: 'live', asOf: 5 }],
  ['state', { connection: 'offline', asOf: 'x' }, { connection: 'offline', asOf: undefined }],
  ['resize', { width: 1920, height: 1080 }, { width: 1920, height: 1080 }],
  ['error', { code: 'BOARD_NOT_FOUND', message: 'Gone' }, { code: 'BOARD_NOT_FOUND', message: 'Gone' }],
] as const)('%s %j of our frame is told as %j, with nothing else in it', (event, detail, expected) => {
  expect(told(from(event, detail))).toEqual([[event, expected]])
})

test.each([
  null,
  5,
  'ready',
  [],
  {},
  from('ready', { title: 'x' }, 2),
  from('ready', { title: 'x' }, '1'),
  from('ready', null),
  from('ready', { title: 5 }),
  from('ready', { title: 'x'.repeat(5000) }),
  from('toString', {}),
  from('__proto__', {}),
  from(['ready'], { title: 'x' }),
  from('score', { seq: '3' }),
  from('state', { connection: 'fine' }),
  from('resize', { width: -1, height: 5 }),
  from('resize', { width: Infinity, height: 5 }),
  from('resize', { width: '100', height: '100' }),
  from('error', { code: 'SOMETHING', message: 'x' }),
])('%j is dropped in silence', (message) => expect(told(message)).toEqual([]))
