import {
  boardRef,
  Color,
  Id,
  lineAsSent,
  machineRef,
  RankingQuestion,
  type SettingsChange,
} from '@multiball/shared/schema'
import * as v from 'valibot'
import { convertSettings, errorsBy } from '../settings/convertSettings'
import { afterChanges, compareSettings } from './compareSettings'

const schemaOf = (fields: v.ObjectEntries) => {
  const { schema, problems } = convertSettings(v.object(fields))
  expect(problems).toEqual([])
  // As it is read from its file.
  return JSON.parse(JSON.stringify(schema)) as typeof schema
}
const text = (...rules: v.PipeItem<string, string, v.BaseIssue<unknown>>[]) => v.pipe(v.string(), ...rules)
const variant = (...kinds: string[]) =>
  v.variant('kind', kinds.map((kind) => v.object({ kind: v.literal(kind), size: v.number() })) as never)

describe('SHP-08 boards keep passing when', () => {
  test.each<[string, v.ObjectEntries, v.ObjectEntries]>([
    [
      'nothing changed',
      { a: lineAsSent(60), b: Color, c: machineRef() },
      { a: lineAsSent(60), b: Color, c: machineRef() },
    ],
    ['a message changed', { a: text(v.maxLength(5, 'Short!')) }, { a: text(v.maxLength(5, 'At most 5')) }],
    ['a field is new that has a default', {}, { a: v.optional(v.boolean(), false) }],
    ['a field is new that may be missing', {}, { a: v.optional(v.string()) }],
    ['a default changed', { a: v.optional(v.number(), 1) }, { a: v.optional(v.number(), 2) }],
    ['a field may be missing now', { a: v.string() }, { a: v.optional(v.string(), '') }],
    ['a field may be null now', { a: v.string() }, { a: v.nullable(v.string()) }],
    [
      'more is allowed',
      { a: text(v.maxLength(5), v.minLength(2)), b: v.pipe(v.number(), v.minValue(1)) },
      { a: text(v.maxLength(9), v.minLength(1)), b: v.pipe(v.number(), v.minValue(0)) },
    ],
    ['an expression is gone', { a: text(v.regex(/^a/), v.regex(/b$/)) }, { a: text(v.regex(/b$/)) }],
    ['there is one more choice', { a: v.picklist(['x', 'y']) }, { a: v.picklist(['x', 'y', 'z']) }],
    ['a choice became any text', { a: v.picklist(['x', 'y']) }, { a: text(v.maxLength(3)) }],
    ['whole numbers became numbers', { a: v.pipe(v.number(), v.integer()) }, { a: v.number() }],
    ['one more kind', { a: variant('x') }, { a: variant('x', 'y') }],
    [
      'one more type of board can be named',
      { a: boardRef(['scoreboard']) },
      { a: boardRef(['scoreboard', 'leaderboard']) },
    ],
    ['a reference is only a number now', { a: machineRef() }, { a: Id }],
    [
      'a field inside of a list is new',
      { a: v.array(v.object({ b: v.string() })) },
      { a: v.array(v.object({ b: v.string(), c: v.optional(v.string(), '') })) },
    ],
    [
      'a list takes more',
      { a: v.pipe(v.array(v.string()), v.maxLength(3)) },
      { a: v.pipe(v.array(v.string()), v.maxLength(5)) },
    ],
  ])('%s', (_what, before, after) => {
    expect(compareSettings(schemaOf(before), schemaOf(after))).toEqual([])
  })
})

describe('SHP-08 boards may not pass any more when', () => {
  test.each<[string, v.ObjectEntries, v.ObjectEntries, RegExp]>([
    ['a field is new and required', {}, { a: v.string() }, /^a is new and has no default$/],
    ['a field is required now', { a: v.optional(v.string()) }, { a: v.string() }, /^a is required now$/],
    ['a field is gone', { a: v.string() }, {}, /^a is gone$/],
    ['a field has another type', { a: v.string() }, { a: v.number() }, /^a: type was "string" and is "number"$/],
    [
      'numbers are whole numbers now',
      { a: v.number() },
      { a: v.pipe(v.number(), v.integer()) },
      /type was "number" and is "integer"/,
    ],
    ['null is not taken any more', { a: v.nullable(v.string()) }, { a: v.string() }, /type was "null" and is "string"/],
    ['a limit is new', { a: v.string() }, { a: text(v.maxLength(5)) }, /^a: maxLength 5 is new$/],
    ['an upper limit is lower', { a: text(v.maxLength(9)) }, { a: text(v.maxLength(5)) }, /maxLength was 9 and is 5/],
    [
      'a lower limit is higher',
      { a: v.pipe(v.number(), v.minValue(0)) },
      { a: v.pipe(v.number(), v.minValue(1)) },
      /minimum was 0 and is 1/,
    ],
    ['an expression is new', { a: v.string() }, { a: text(v.regex(/^a/)) }, /the expression \^a is new/],
    [
      'a second expression is new',
      { a: text(v.regex(/^a/)) },
      { a: text(v.regex(/^a/), v.regex(/b$/)) },
      /the expression b\$ is new/,
    ],
    ['a format is new', { a: v.string() }, { a: text(v.email()) }, /format "email" is new/],
    ['a choice is gone', { a: v.picklist(['x', 'y']) }, { a: v.picklist(['x']) }, /^a: "y" was taken$/],
    ['any text became a choice', { a: v.string() }, { a: v.picklist(['x']) }, /enum \["x"\] is new/],
    ['a kind is gone', { a: variant('x', 'y') }, { a: variant('x') }, /a\.kind: "y" was taken/],
    [
      'a kind has one more field',
      { a: variant('x') },
      { a: v.variant('kind', [v.object({ kind: v.literal('x'), size: v.number(), more: v.string() })]) },
      /a\.more is new and has no default/,
    ],
    ['a number names a machine now', { a: Id }, { a: machineRef() }, /^a: it names something else$/],
    [
      'it names another thing',
      { a: boardRef(['scoreboard']) },
      { a: boardRef(['leaderboard']) },
      /it names something else/,
    ],
    [
      'boards that are named show one machine now',
      { a: boardRef(['scoreboard']) },
      { a: boardRef(['scoreboard'], 'Which?', { machines: 1 }) },
      /it names something else/,
    ],
    ['it is a question now', { a: v.record(v.string(), v.unknown()) }, { a: RankingQuestion }, /question true is new/],
    [
      'a field inside of a list is new',
      { a: v.array(v.object({ b: v.string() })) },
      { a: v.array(v.object({ b: v.string(), c: v.string() })) },
      /^a\.\*\.c is new and has no default$/,
    ],
    [
      'a list takes fewer',
      { a: v.array(v.string()) },
      { a: v.pipe(v.array(v.string()), v.maxLength(5)) },
      /maxItems 5 is new/,
    ],
    [
      'a pair became a single',
      { a: v.tuple([v.string(), v.string()]) },
      { a: v.tuple([v.string()]) },
      /prefixItems was/,
    ],
    [
      'a record has fields now',
      { a: v.record(v.string(), v.string()) },
      { a: v.object({ b: v.optional(v.string()) }) },
      /takes no other fields any more/,
    ],
    [
      'names in a record are shorter',
      { a: v.record(v.string(), v.string()) },
      { a: v.record(text(v.maxLength(3)), v.string()) },
      /the names in a: maxLength 3 is new/,
    ],
    ['a value may not be', { a: v.string() }, { a: text(v.notValue('x')) }, /not \{"const":"x"\} is new/],
  ])('%s', (_what, before, after, problem) => {
    expect(compareSettings(schemaOf(before), schemaOf(after))).toContainEqual(expect.stringMatching(problem))
  })
})

describe('SHP-08 changes that are shipped', () => {
  test.each<[string, v.ObjectEntries, SettingsChange[], v.ObjectEntries, string[]]>([
    [
      'a new name',
      { color: Color },
      [{ change: 'rename', from: 'color', to: 'background' }],
      { background: Color },
      [],
    ],
    [
      'a new name of something else',
      { color: v.string() },
      [{ change: 'rename', from: 'color', to: 'size' }],
      { size: v.number() },
      ['size: type was "string" and is "number"'],
    ],
    [
      'a name that another field has',
      { color: v.string(), size: v.number() },
      [{ change: 'rename', from: 'color', to: 'size' }],
      { size: v.number() },
      ['size: type was "string" and is "number"'],
    ],
    ['a value where it is missing', {}, [{ change: 'default', field: 'size', value: 3 }], { size: v.number() }, []],
    [
      'a value that does not pass',
      {},
      [{ change: 'default', field: 'size', value: 0 }],
      { size: v.pipe(v.number(), v.minValue(1)) },
      ['size: 0 was taken'],
    ],
    [
      'a value for what may be missing',
      { size: v.optional(v.number()) },
      [{ change: 'default', field: 'size', value: 3 }],
      { size: v.number() },
      [],
    ],
    ['a field less', { color: Color, size: v.number() }, [{ change: 'drop', field: 'size' }], { color: Color }, []],
    [
      'another type, by dropping the old one',
      { size: v.string() },
      [
        { change: 'drop', field: 'size' },
        { change: 'default', field: 'size', value: 3 },
      ],
      { size: v.number() },
      [],
    ],
    [
      'a change of a field that was never there',
      {},
      [
        { change: 'rename', from: 'a', to: 'b' },
        { change: 'drop', field: 'c' },
      ],
      {},
      [],
    ],
  ])('%s', (_what, before, changes, after, problems) => {
    expect(compareSettings(afterChanges(schemaOf(before), changes), schemaOf(after))).toEqual(problems)
  })
})

describe('SHP-08 whatever one schema is changed to:', () => {
  const schemas: v.GenericSchema[] = [
    v.string(),
    text(v.maxLength(3)),
    text(v.minLength(2)),
    text(v.regex(/^a/)),
    text(v.regex(/^a/), v.regex(/b$/)),
    v.picklist(['a', 'ab']),
    v.picklist(['ab', 'b']),
    v.literal('ab'),
    text(v.notValue('b')),
    v.number(),
    v.pipe(v.number(), v.integer()),
    v.pipe(v.number(), v.minValue(1)),
    v.pipe(v.number(), v.maxValue(2)),
    v.pipe(v.number(), v.gtValue(1)),
    v.pipe(v.number(), v.multipleOf(2)),
    v.literal(2),
    Id,
    v.boolean(),
    v.nullable(v.string()),
    v.nullable(v.number()),
    v.union([v.string(), v.number()]),
    v.optional(v.string()),
    v.optional(v.string(), 'a'),
    v.nullish(v.number()),
    v.unknown(),
    v.array(v.string()),
    v.pipe(v.array(v.string()), v.maxLength(1)),
    v.pipe(v.array(v.string()), v.nonEmpty()),
    v.array(v.union([v.string(), v.number()])),
    v.tuple([v.string()]),
    v.tuple([v.string(), v.string()]),
    v.object({ a: v.string() }),
    v.object({ a: v.optional(v.string()) }),
    v.object({ a: v.string(), b: v.optional(v.number()) }),
    v.object({ a: v.number() }),
    v.object({}),
    v.record(v.string(), v.string()),
    v.record(text(v.maxLength(1)), v.string()),
    v.record(v.string(), v.unknown()),
    variant('x'),
    variant('x', 'y'),
  ]
  const values = [
    undefined,
    null,
    '',
    'a',
    'b',
    'ab',
    'abc',
    'abb',
    0,
    1,
    2,
    3,
    1.5,
    -2,
    true,
    false,
    [],
    ['a'],
    ['a', 'b'],
    [1],
    ['a', 1],
    {},
    { a: 'a' },
    { a: 1 },
    { a: 'a', b: 1 },
    { b: 'a' },
    { ab: 'a' },
    { a: null },
    { kind: 'x', size: 1 },
    { kind: 'y', size: 1 },
    { kind: 'z', size: 1 },
  ]
  const passing = schemas.map((schema) => {
    const json = schemaOf({ field: schema })
    const errorsOf = errorsBy(json)
    return { json, taken: values.map((value) => errorsOf(value === undefined ? {} : { field: value }).length === 0) }
  })

  test('what passed it passes the other, where nothing is said', () => {
    const wrong = passing.flatMap((before, one) =>
      passing.flatMap((after, other) => {
        const lost = values.filter((_value, at) => before.taken[at] && !after.taken[at])
        return lost.length > 0 && compareSettings(before.json, after.json).length === 0
          ? [`${one} → ${other}: ${JSON.stringify(lost)}`]
          : []
      }),
    )
    expect(wrong).toEqual([])
  })

  test('every one may stay as it is', () => {
    expect(passing.flatMap(({ json }) => compareSettings(json, { ...json, description: 'another' }))).toEqual([])
  })
})
