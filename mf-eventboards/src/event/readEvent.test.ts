import { makeCustomScores } from '@multiball/shared/testing'
import { createEventReader } from './readEvent'

const posted = (document: object) =>
  makeCustomScores({ event: { kind: 'posted', sequence: 1, as_of: '2026-11-27T19:00:00Z', is_old: false, document } })

test('what a program writes null for counts as left out; in a list null is an empty place', () => {
  const document = {
    format: 'multiball-event/1',
    name: 'Friday Flippers',
    status: 'playing',
    round: null,
    players: [{ id: 'a', name: 'Ann', initials: null, out: null }],
    machines: [{ id: 'm', name: 'Attack From Mars', opdb_id: null, venuemachine: null }],
    matches: [
      { id: '1', state: 'playing', machine: 'm', players: ['a'], order: null, points: [null], started_at: null },
    ],
    standings: [],
  }
  const { state, event, problem } = createEventReader()(posted(document))
  expect({ state, problem, points: event?.matches[0]?.points, machine: event?.machines[0]?.name }).toEqual({
    state: 'known',
    problem: undefined,
    points: [null],
    machine: 'Attack From Mars',
  })
})
