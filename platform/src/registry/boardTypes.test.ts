import { emptyRegistry, PublishedBoardType, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { convertSettings, type Schema } from '../settings/convertSettings'
import { holdBoardType } from './boardTypes'
import { addVersion, rollback } from './changes'
import { ChangeRefused } from '../command/refused'

const integrity = `sha384-${'A'.repeat(64)}`
const settings: Record<string, Schema> = {
  text: convertSettings(v.object({ heading: v.string() })).schema,
  more: convertSettings(v.object({ heading: v.string(), note: v.optional(v.string(), '') })).schema,
  number: convertSettings(v.object({ heading: v.number() })).schema,
  renamed: convertSettings(v.object({ top: v.string() })).schema,
}
const schemaOf = ({ settings: { src } }: PublishedBoardType) => settings[src]!

function version(
  src: keyof typeof settings,
  type: Partial<v.InferInput<typeof PublishedBoardType>> = {},
): RemoteVersion {
  return {
    entry: { src: '/r/mf-taps/entry.js', integrity },
    exposes: {},
    requires: { shared: '^3.0.0', react: '^19.0.0' },
    routes: [],
    display: type.name ?? 'taplist',
    boardType: v.parse(PublishedBoardType, {
      name: 'taplist',
      path: 'tap-lists',
      singular: 'tap list',
      plural: 'tap lists',
      purpose: 'What is on tap.',
      example: {},
      ...type,
      settings: { src, integrity },
    }),
    publishedAt: '2026-01-01T00:00:00Z',
  }
}
const rename = { 2: [{ change: 'rename' as const, from: 'heading', to: 'top' }] }

const once = addVersion(emptyRegistry, 'mf-taps', '1.0.0', version('text'))
const twice = addVersion(once, 'mf-taps', '1.1.0', version('renamed', { version: 2, changes: rename }))
const tried = addVersion(once, 'mf-taps', '1.1.0', version('more'), 10)
const built = addVersion(emptyRegistry, 'mf-scoreboards', '1.0.0', {
  ...version('text'),
  display: 'scoreboard',
  boardType: undefined,
})

test.each<[string, Registry, string, RemoteVersion]>([
  ['the first version of a type', built, 'mf-taps', version('text')],
  ['the same settings', once, 'mf-taps', version('text')],
  ['settings that take more', once, 'mf-taps', version('more')],
  [
    'settings that take something else, with the change that makes it so',
    once,
    'mf-taps',
    version('renamed', { version: 2, changes: rename }),
  ],
  ['one more version after that', twice, 'mf-taps', version('renamed', { version: 3, changes: rename })],
  [
    'a version over one that was taken back',
    rollback(twice, 'mf-taps'),
    'mf-taps',
    version('more', { version: 3, changes: { ...rename, 3: [{ change: 'rename', from: 'top', to: 'heading' }] } }),
  ],
  ['what the canary takes too', tried, 'mf-taps', version('more')],
  ['the settings from before a canary that was taken back', rollback(tried, 'mf-taps'), 'mf-taps', version('text')],
  ['another type beside it', once, 'mf-beers', version('number', { name: 'beers', path: 'beers' })],
  [
    'a remote that brings no type along any more',
    once,
    'mf-taps',
    { ...version('text'), display: undefined, boardType: undefined },
  ],
])('SHP-08 published: %s', (_what, registry, remote, record) => {
  expect(() => holdBoardType(registry, remote, record, schemaOf)).not.toThrow()
})

test.each<[string, Registry, string, RemoteVersion, RegExp]>([
  [
    'a type that another remote has',
    once,
    'mf-beers',
    version('text', { path: 'beers' }),
    /board type taplist is that of mf-taps/,
  ],
  [
    'a path that another remote has',
    once,
    'mf-beers',
    version('text', { name: 'beers' }),
    /\/viewer\/tap-lists belongs to mf-taps/,
  ],
  [
    'another name than before',
    once,
    'mf-taps',
    version('text', { name: 'beers' }),
    /published as the board type taplist at \/viewer\/tap-lists.*Keep both/,
  ],
  ['another path than before', once, 'mf-taps', version('text', { path: 'beers' }), /Keep both/],
  [
    'settings that stored boards may not pass',
    once,
    'mf-taps',
    version('number'),
    /may not pass the new settings:\n {2}heading: type was "string" and is "number"\n.*"version": 2, "changes": \{ "2"/,
  ],
  [
    'settings that boards saved by the canary may not pass',
    tried,
    'mf-taps',
    version('text'),
    /may not pass the new settings:\n {2}note is gone\n.*or take the canary back first/s,
  ],
  ['a number that is only counted up', once, 'mf-taps', version('number', { version: 2 }), /heading: type was/],
  [
    'a change that is not the one',
    once,
    'mf-taps',
    version('number', { version: 2, changes: rename }),
    /not even with the changes that are shipped:\n {2}heading is new and has no default\n {2}top is gone/,
  ],
  [
    'a number that counts down',
    twice,
    'mf-taps',
    version('renamed', { version: 1, changes: rename }),
    /Version 2 of the settings of taplist runs, and this is 1/,
  ],
  [
    'changes that are left out later',
    twice,
    'mf-taps',
    version('renamed', { version: 2 }),
    /changes of version 2 are published.*as version 3/,
  ],
  [
    'other changes under the number of some that were taken back',
    rollback(twice, 'mf-taps'),
    'mf-taps',
    version('text', { version: 2, changes: { 2: [{ change: 'drop', field: 'note' }] } }),
    /changes of version 2 are published/,
  ],
])('SHP-08 refused: %s', (_what, registry, remote, record, sentence) => {
  const hold = () => holdBoardType(registry, remote, record, schemaOf)
  expect(hold).toThrow(ChangeRefused)
  expect(hold).toThrow(sentence)
})
