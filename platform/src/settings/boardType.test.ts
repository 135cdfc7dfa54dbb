import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  boardRef,
  BoardTypeManifest,
  Color,
  lineAsSent,
  machineRef,
  pictureRef,
  RankingQuestion,
  RemoteManifest,
} from '@multiball/shared/schema'
import * as v from 'valibot'
import { boardTypeProblems } from './boardTypeProblems'
import { settingsOf } from './buildSettings'
import { convertSettings } from './convertSettings'

const settings = {
  heading: lineAsSent(60),
  color: v.optional(Color, '#000'),
  machines: v.optional(v.array(v.object({ venuemachine: machineRef() })), () => []),
  boards: v.optional(v.array(v.object({ board: boardRef(['scoreboard']) })), () => []),
  picture: v.optional(v.nullable(pictureRef()), null),
  question: v.optional(v.nullable(RankingQuestion), null),
}
const boardType = {
  name: 'taplist',
  path: 'tap-lists',
  singular: 'tap list',
  plural: 'tap lists',
  purpose: 'What is on tap.',
  settings: './src/settings.ts',
  example: { heading: 'On tap' },
}
const manifest = {
  routes: [{ path: '/tap-lists/*', expose: './routes' }],
  display: 'taplist',
  exposes: { './routes': './src/routes.tsx', './display': './src/display.tsx' },
  requires: { shared: '^3.0.0', react: '^19.0.0' },
}
const nested = (levels: number): v.GenericSchema => (levels === 0 ? v.string() : v.array(nested(levels - 1)))

function problemsOf(changes: object, fields: v.ObjectEntries = {}, display = 'taplist'): string[] {
  const whole = v.object({ ...settings, ...fields })
  const { schema, problems } = convertSettings(whole)
  expect(problems).toEqual([])
  const parsed = v.parse(RemoteManifest, { ...manifest, display, boardType: { ...boardType, ...changes } })
  return boardTypeProblems({ ...parsed, boardType: parsed.boardType! }, whole, schema, JSON.stringify(schema))
}

test('SHP-07 a board type that is whole', () => {
  const feeds = {
    now: { kind: 'game', from: 'machines' },
    told: { kind: 'moments', from: 'machines' },
    best: { kind: 'ranking', from: 'question' },
    beside: { kind: 'board', from: 'boards' },
    taps: { kind: 'posted' },
  }
  expect(
    problemsOf({ feeds, version: 2, changes: { 2: [{ change: 'rename', from: 'title_text', to: 'heading' }] } }),
  ).toEqual([])
})

describe('SHP-07 what does not fit together in remote.json is said:', () => {
  test.each<[string, object, v.ObjectEntries, RegExp[]]>([
    [
      'a field that every board has',
      {},
      { viewer_key: v.optional(v.string()) },
      [/cannot be called viewer_key: every board has that/],
    ],
    [
      'a title of its own',
      { example: { heading: 'On tap', title: 'x' } },
      { title: v.string() },
      [/cannot be called title/],
    ],
    [
      'a field with a name that nothing can name',
      {},
      { 'top-row': v.optional(v.string()) },
      [/cannot be called "top-row"/],
    ],
    [
      'settings that are huge',
      {},
      { choice: v.optional(v.picklist(Array.from({ length: 9_000 }, (_, at) => `choice ${at}`))) },
      [/are \d+ bytes as JSON Schema, and at most 65536/],
    ],
    ['settings that are deep', {}, { deep: v.optional(nested(16)) }, [/are 17 schemas deep, and at most 16/]],
    [
      'settings with a choice of too much',
      {},
      { one: v.optional(v.union(Array.from({ length: 21 }, (_, at) => v.literal(at)))) },
      [/are 21 choices wide, and at most 20/],
    ],
    [
      'settings with too many fields',
      {},
      Object.fromEntries(Array.from({ length: 95 }, (_, at) => [`field${at}`, v.optional(v.boolean())])),
      [/are 101 fields wide, and at most 100/],
    ],
    [
      'a default that is refused',
      {},
      { text: v.optional(v.pipe(v.string(), v.minLength(3)), '') },
      [/^The default of text does not pass its own rules\.$/],
    ],
    [
      'one deep inside',
      {},
      { rows: v.optional(v.array(v.object({ size: v.optional(v.pipe(v.number(), v.minValue(1)), 0) })), () => []) },
      [/^The default of rows/],
    ],
    [
      'a feed of no field',
      { feeds: { now: { kind: 'game', from: 'machine' } } },
      {},
      [/feed now is from machine, and the settings have no such field/],
    ],
    [
      'games of what is no machine',
      { feeds: { now: { kind: 'game', from: 'boards' } } },
      {},
      [/boards names no machine: use machineRef/],
    ],
    [
      'moments of what is no machine',
      { feeds: { told: { kind: 'moments', from: 'boards' } } },
      {},
      [/told shows moments, and boards names no machine: use machineRef/],
    ],
    [
      'boards of what is none',
      { feeds: { beside: { kind: 'board', from: 'picture' } } },
      {},
      [/picture names none: use boardRef/],
    ],
    [
      'boards of a text',
      { feeds: { beside: { kind: 'board', from: 'heading' } } },
      {},
      [/heading names none: use boardRef/],
    ],
    [
      'a ranking of no question',
      { feeds: { best: { kind: 'ranking', from: 'machines' } } },
      {},
      [/machines is not a question: use RankingQuestion/],
    ],
    ['an example without what is required', { example: {} }, {}, [/example does not pass: heading: /]],
    [
      'an example with a field that is not there',
      { example: { heading: 'On tap', beers: 3 } },
      {},
      [/example does not pass: it must NOT have additional properties \(beers\)/],
    ],
    [
      'an example that breaks a rule',
      { example: { heading: 'On tap', color: 'red' } },
      {},
      [/example does not pass: color: Please enter a colour/],
    ],
    [
      'changes of the first version',
      { changes: { 1: [] } },
      {},
      [/settings of version 1, and there is none before the first/],
    ],
    [
      'changes of a version to come',
      { version: 2, changes: { 3: [] } },
      {},
      [/settings of version 3, and "version" is 2/],
    ],
  ])('%s', (_what, changes, fields, problems) => {
    expect(problemsOf(changes, fields)).toEqual(problems.map((problem) => expect.stringMatching(problem)))
  })

  test('a display of another type', () => {
    expect(problemsOf({}, {}, 'scoreboard')).toEqual([
      'It brings the board type taplist along, and its display is of scoreboard: write "display": "taplist".',
    ])
  })

  test.each<[string, object, RegExp]>([
    ['the name of a type that comes with the program', { name: 'scoreboard' }, /This name is taken/],
    ['the name of something else that boards name', { name: 'player' }, /This name is taken/],
    ['a name with more than letters', { name: 'tap-list' }, /2 to 30 lower-case letters/],
    ['the path of a type that comes with the program', { path: 'scoreboards' }, /This path is taken/],
    [
      'a moment of a kind that the server tells itself',
      { moments: { venue_record: { title: 'Record' } } },
      /The server tells moments of this kind itself/,
    ],
    ['the path of TVs', { path: 'tv' }, /This path is taken/],
  ])('%s', (_what, changes, problem) => {
    expect(v.safeParse(BoardTypeManifest, { ...boardType, ...changes }).issues?.map(({ message }) => message)).toEqual([
      expect.stringMatching(problem),
    ])
  })
})

describe('SHP-07 the module of the settings', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each<[string, string | undefined, RegExp]>([
    ['is not there', undefined, /taplist is not whole:\n {2}"settings" names \.\/missing\.ts, where no file is/],
    ['exports nothing', 'export const other = 1', /not a valibot schema of an object/],
    [
      'is a page’s',
      'export const settings = document.title',
      /page\.ts does not run in Node\.js: document is not defined\n.*nothing of a page/,
    ],
  ])('%s', async (what, source, sentence) => {
    const name = source === undefined ? 'missing' : what.startsWith('is') ? 'page' : 'other'
    if (source !== undefined) writeFileSync(path.join(folder, `${name}.ts`), source)
    const parsed = v.parse(RemoteManifest, { ...manifest, boardType: { ...boardType, settings: `./${name}.ts` } })
    await expect(settingsOf(folder, parsed)).rejects.toThrow(sentence)
  })

  test('is not asked for where a remote brings no board type along', async () => {
    expect(await settingsOf(folder, v.parse(RemoteManifest, manifest))).toBeUndefined()
  })
})
