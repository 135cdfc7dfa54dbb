import { createHmac } from 'node:crypto'
import type { EventMoment, Moment } from '@multiball/shared/schema'
import { messageOf, testMessage } from './messages'
import { signatureOf } from './signature'

const player = (fields: Partial<NonNullable<Moment['player']>> = {}) => ({
  id: 1,
  cached_display_name: 'Ann Berg',
  initials: 'ANN',
  prefer_initials: false,
  profile_picture: null,
  ...fields,
})
const moment: Moment = {
  id: 'machine_record:5:1',
  place: 7,
  state: 'told',
  kind: 'machine_record',
  venuemachine: { id: 3, venue: { id: 2, name: 'Flipper Bar' }, machine: { id: 4, name: 'Medieval Madness' } },
  game: 5,
  position: 1,
  score: '9007199254740993',
  player: player(),
  previous: { game: 4, position: 2, score: 505_719_942, player: null, settled_on: '2026-01-01T00:00:00.000Z' },
  happened_on: '2026-11-29T20:00:00.000Z',
  told_on: '2026-11-29T20:00:01.000Z',
}
const url = 'https://boards.example.com'

test('HOK-02 a program is sent the moment as the stream has it', () => {
  expect(JSON.parse(messageOf('multiball', moment, url))).toEqual({ type: 'moment', moment })
  expect(JSON.parse(testMessage('multiball', 'Flipper Bar', url, new Date(0)))).toMatchObject({
    type: 'test',
    moment: { id: 'test', venuemachine: { venue: { name: 'Flipper Bar' } } },
  })
})

test('HOK-03 Discord is sent a message that mentions no one', () => {
  expect(JSON.parse(messageOf('discord', moment, url))).toEqual({
    embeds: [
      {
        title: 'Record of the machine: Medieval Madness',
        description: '**9,007,199,254,740,993** by Ann Berg\nBefore: 505,719,942',
        url,
        color: 0xf5_b8_2e,
        footer: { text: 'Flipper Bar' },
        timestamp: moment.happened_on,
      },
    ],
    allowed_mentions: { parse: [] },
  })
})

test.each([
  ['initials where a player prefers them', player({ prefer_initials: true }), 'ANN'],
  [
    'no formatting',
    player({ cached_display_name: '**@everyone** [x](http://y)' }),
    '\\*\\*\\@everyone\\*\\* \\[x\\]\\(http\\://y\\)',
  ],
  ['no endless name', player({ cached_display_name: 'é'.repeat(150) }), `${'é'.repeat(79)}…`],
])('HOK-03 names in it are as on boards: %s', (_what, by, expected) => {
  const { embeds } = JSON.parse(messageOf('discord', { ...moment, player: by }, url)) as {
    embeds: { description: string }[]
  }
  expect(embeds[0]!.description.split('\n')[0]).toBe(`**9,007,199,254,740,993** by ${expected}`)
})

test('HOK-03 a mark that was passed is named', () => {
  const passed = { ...moment, kind: 'mark_passed', previous: null, mark: 500_000_000 }
  expect(JSON.parse(messageOf('discord', passed, url))).toMatchObject({
    embeds: [
      {
        title: 'Mark passed: Medieval Madness',
        description: '**9,007,199,254,740,993** by Ann Berg\nMark: 500,000,000',
      },
    ],
  })
})

const won: EventMoment = {
  id: 'match_won:eventboard:7:event:1:0123456789abcdef',
  ...{ place: 8, state: 'told', kind: 'match_won' },
  board: { type: 'eventboard', id: 7, title: 'Main wall' },
  ...{ tournament: 'Friday', round: 'Round 2', machine: null },
  players: ['Ann *Berg*', 'Bo', 'Cem'].map((name) => ({ name, initials: null })),
  happened_on: '2026-11-29T20:00:00.000Z',
  told_on: '2026-11-29T20:00:01.000Z',
}

test('HOK-02 a moment of a tournament has a type of its own', () => {
  expect(JSON.parse(messageOf('multiball', won, url))).toEqual({ type: 'event', event: won })
})

test.each<[Partial<EventMoment>, object]>([
  [{}, { title: 'Match won: Friday', description: '**Ann \\*Berg\\*** before Bo, Cem\nRound 2' }],
  [
    { kind: 'tournament_won', round: null },
    { title: 'Tournament won: Friday', description: '**Ann \\*Berg\\*, Bo, Cem**' },
  ],
  [
    {
      ...{ kind: 'last_keg', board: { type: 'taplist', id: 3, title: 'Main wall' }, tournament: null, round: null },
      ...{ title: 'Last keg', text: 'The *Pils* is empty', players: [], score: 1_234 },
    },
    { title: 'Last keg: Main wall', description: 'The \\*Pils\\* is empty\n1,234' },
  ],
])('HOK-03 who has won is named, as in %j', (fields, expected) => {
  expect(JSON.parse(messageOf('discord', { ...won, ...fields }, url))).toMatchObject({
    embeds: [{ ...expected, footer: { text: 'Main wall' } }],
    allowed_mentions: { parse: [] },
  })
})

test('HOK-03 a kind that is not known and a score that is none make a message, too', () => {
  const other = { ...moment, kind: 'replay', score: null, player: null, previous: null, position: null }
  expect(JSON.parse(messageOf('discord', other, url))).toMatchObject({
    embeds: [{ title: 'Moment: Medieval Madness', description: '' }],
  })
})

test('HOK-04 the signature is the HMAC of time and body, one for each secret', () => {
  const sign = (secret: string) => createHmac('sha256', secret).update('1767225600.{"a":1}').digest('hex')
  expect(signatureOf('{"a":1}', ['new', 'old'], new Date(1_767_225_600_999))).toBe(
    `t=1767225600,v1=${sign('new')},v1=${sign('old')}`,
  )
})
