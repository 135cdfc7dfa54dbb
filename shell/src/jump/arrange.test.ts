import type { Command } from '@multiball/shared/schema'
import { arrange } from './arrange'

const a = (
  group: Command['group'],
  label: string,
  more: Partial<{ detail: string; keywords: string; id: string }> = {},
): Command => ({ id: label, group, label, to: '/', ...more })

const commands = [
  a('Boards', 'Lobby wall', { detail: 'Scoreboard' }),
  a('Boards', 'House records', { detail: 'Leaderboard' }),
  a('Boards', 'Café Zürich', { detail: 'Scoreboard' }),
  a('Machines', 'Medieval Madness', { detail: 'The Back Room' }),
  a('Actions', 'Show House records on Over the bar', { keywords: 'tv' }),
  a('Actions', 'Show Lobby wall on Over the bar', { keywords: 'tv' }),
  a('Pages', 'Scoreboards'),
  a('Pages', 'Profile', { keywords: 'password picture' }),
]
const find = (text: string, recent: string[] = []) =>
  arrange(commands, text, recent).map(({ title, commands: found }) => [title, ...found.map(({ label }) => label)])

test.each<[string, string, string[][]]>([
  [
    'parts of words in any order',
    'rec hou',
    [
      ['Boards', 'House records'],
      ['Actions', 'Show House records on Over the bar'],
    ],
  ],
  ['words of the detail', 'madness back', [['Machines', 'Medieval Madness']]],
  ['words that are only keywords', 'password', [['Pages', 'Profile']]],
  ['accents do not matter, nor does case', 'CAFE zurich', [['Boards', 'Café Zürich']]],
  [
    'the group with the best one comes first',
    'scoreboard',
    [
      ['Pages', 'Scoreboards'],
      ['Boards', 'Lobby wall', 'Café Zürich'],
    ],
  ],
  ['an action in words', 'show house bar', [['Actions', 'Show House records on Over the bar']]],
  ['nothing', 'xylophone', []],
])('JMP-02 %s', (_what, text, expected) => {
  expect(find(text)).toEqual(expected)
})

test('JMP-02 before anything is typed the recent ones come first, and stand nowhere else', () => {
  const [recent, ...others] = find('', ['Profile', 'gone', 'House records'])
  expect(recent).toEqual(['Recent', 'Profile', 'House records'])
  expect(others.flat()).not.toContain('Profile')
  expect(others.map(([title]) => title)).toEqual(['Boards', 'Machines', 'Actions', 'Pages'])
})

test('JMP-02 of many only the best are listed', () => {
  const many = Array.from({ length: 500 }, (_, at) => a('Boards', `Wall ${at}`))
  expect(arrange([...many, a('Boards', 'A wall')], 'wall', [])[0]!.commands.map(({ label }) => label)).toHaveLength(12)
  expect(arrange(many, '', [])[0]!.commands).toHaveLength(4)
})
