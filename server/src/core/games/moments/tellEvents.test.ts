import { EventDocument } from '@multiball/shared/schema'
import * as v from 'valibot'
import { tellEvent } from './tellEvents'
import type { KnownEvent } from './tellEvents'

type Match = v.InferInput<typeof EventDocument>['matches'] extends (infer One)[] | undefined ? One : never

const names = { a: 'Ann', b: 'Bo', c: 'Cem', d: 'Dee' }
const match = (id: string, state: Match['state'], players: string, more: Partial<Match> = {}): Match => ({
  id,
  state,
  machine: 'm',
  players: [...players],
  ...more,
})
/** a match that is over: its players, and those in order */
const won = (id: string, players: string, order: string, more: Partial<Match> = {}) =>
  match(id, 'finished', players, { order: [...order], ...more })

interface Posted {
  matches?: Match[]
  status?: EventDocument['status']
  name?: string
  first?: string
  by?: 'points' | 'strikes'
  afterHours?: number
}

/** What documents tell one after the other: of each what is new, another or gone, as `called Ann, Bo`. */
function toldBy(...documents: Posted[]): string[][] {
  let known: KnownEvent | undefined
  let at = Date.parse('2026-11-29T20:00Z')
  const stands = new Map<string, string>()
  return documents.map(({ matches = [], status = 'playing', name = 'Friday', first = '', by, afterHours = 0 }) => {
    at += afterHours * 3_600_000
    const document = v.parse(EventDocument, {
      format: 'multiball-event/1',
      ...{ name, status, matches },
      ...(by && { scoring: { by } }),
      players: Object.entries(names).map(([id, player]) => ({ id, name: player })),
      machines: [{ id: 'm', name: 'Godzilla' }],
      standings: [...first].map((player) => ({ player, place: 1 })),
    })
    const tells = tellEvent('eventboard:7:event', known, document, at)
    // It is stored as JSON.
    known = JSON.parse(JSON.stringify(tells.known)) as KnownEvent
    const said: string[] = []
    for (const { id, kind, players } of tells.told) {
      const text = `${kind} ${players.map((player) => player.name).join(', ')}`
      if (stands.get(id) !== text) said.push(text)
      stands.set(id, text)
    }
    for (const id of tells.gone) if (stands.has(id)) said.push(`no ${stands.get(id)}`)
    for (const id of tells.gone) stands.delete(id)
    return said
  })
}

const called = match('1', 'called', 'ab')
const playing = match('1', 'playing', 'ab')

test.each<[string, Posted[], string[][]]>([
  [
    'a match is called and won once, however often it is posted',
    [
      { matches: [called] },
      { matches: [called] },
      { matches: [playing] },
      ...[1, 2].map(() => ({ matches: [won('1', 'ab', 'ba')] })),
    ],
    [['match_called Ann, Bo'], [], [], ['match_won Bo, Ann'], []],
  ],
  [
    'what was over when the tournament was first heard of is no news, a result in the course of it is',
    [
      { status: 'finished', first: 'a', matches: [won('1', 'ab', 'ab')] },
      { status: 'playing', matches: [won('1', 'ab', 'ab'), won('2', 'cd', 'dc')] },
      { status: 'finished', first: 'd' },
    ],
    [[], ['match_won Dee, Cem'], ['tournament_won Dee']],
  ],
  [
    'another winner corrects it, a match that is played again has none',
    [
      { matches: [playing] },
      { matches: [won('1', 'ab', 'ab')] },
      { matches: [won('1', 'ab', 'ba')] },
      { matches: [playing] },
    ],
    [[], ['match_won Ann, Bo'], ['match_won Bo, Ann'], ['no match_won Bo, Ann']],
  ],
  [
    'players who are not called any more, and have not played, were not called',
    [{ matches: [called] }, { matches: [] }, { matches: [called] }],
    [['match_called Ann, Bo'], ['no match_called Ann, Bo'], ['match_called Ann, Bo']],
  ],
  [
    'a match is the one of its players where its number changes, and the same players may meet again',
    [
      { matches: [called] },
      { matches: [match('2', 'called', 'ba')] },
      { matches: [won('2', 'ab', 'ab')] },
      { matches: [won('2', 'ab', 'ab'), match('3', 'called', 'ab')] },
      { matches: [won('2', 'ab', 'ab'), won('3', 'ab', 'ba')] },
      { matches: [won('7', 'ab', 'ba')] },
    ],
    [
      ['match_called Ann, Bo'],
      ['match_called Bo, Ann'],
      ['match_called Ann, Bo', 'match_won Ann, Bo'],
      ['match_called Ann, Bo'],
      ['match_won Bo, Ann'],
      [],
    ],
  ],
  [
    'a match whose winner is not certain is not won: those in a tie may be before the first of the order',
    [
      { matches: [match('1', 'playing', 'abc'), match('2', 'playing', 'abd'), match('3', 'playing', 'bcd')] },
      {
        matches: [
          won('1', 'abc', 'c'),
          won('2', 'abd', 'd', { points: [1, 1, 5] }),
          won('3', 'bcd', 'd', { points: [4, 4, 1] }),
        ],
      },
      { by: 'strikes', matches: [won('3', 'bcd', 'd', { points: [4, 4, 1] })] },
    ],
    [[], ['match_won Dee, Ann, Bo'], ['match_won Dee, Bo, Cem']],
  ],
  [
    'those who share the first place have won the tournament, until it goes on',
    [{ matches: [playing] }, { status: 'finished', first: 'ac' }, { status: 'playing', afterHours: 1 }],
    [[], ['tournament_won Ann, Cem'], ['no tournament_won Ann, Cem']],
  ],
  [
    'the next one on the board is another, under the same name, too; one that is only renamed goes on',
    [
      { matches: [called] },
      { status: 'finished', first: 'a', matches: [won('1', 'ab', 'ab')] },
      { matches: [called], afterHours: 13 },
      { name: 'Finals', matches: [called] },
      { name: 'Saturday', matches: [won('1', 'cd', 'cd')] },
    ],
    [['match_called Ann, Bo'], ['match_won Ann, Bo', 'tournament_won Ann'], ['match_called Ann, Bo'], [], []],
  ],
])('MOM-54 %s', (_title, documents, told) => expect(toldBy(...documents)).toEqual(told))

test('MOM-54 what is remembered of a tournament stays small, and its ids have none of what a program wrote', () => {
  let known: KnownEvent | undefined
  const players = Array.from({ length: 100 }, (_, at) => ({ id: `p:${at}`, name: 'x' }))
  for (let round = 1; round < 30; round += 1) {
    const matches = players.slice(0, 60).map(({ id }, at) => ({
      id: `${round} ${at}`,
      state: 'called',
      players: [id, players[(at + round) % 100]!.id],
    }))
    const document = v.parse(EventDocument, {
      format: 'multiball-event/1',
      name: ':',
      status: 'playing',
      players,
      matches,
    })
    const tells = tellEvent('eventboard:7:event', known, document, 0)
    known = tells.known
    for (const { id } of tells.told) expect(id).toMatch(/^match_called:eventboard:7:event:1:[\da-f]{16}(\.\d)?$/)
  }
  expect(Object.keys(known!.meetings).length).toBeLessThanOrEqual(1_060)
})
