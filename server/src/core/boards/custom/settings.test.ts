import { RankingQuestion, referencePlaces } from '@multiball/shared/schema'
import { compileSettings } from './settings'

const draft = 'https://json-schema.org/draft/2020-12/schema'
const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})
const settingsOf = (properties: Record<string, unknown>, required?: string[]) =>
  compileSettings({ $schema: draft, ...object(properties, required) })
const machine = { type: 'integer', reference: { to: ['venuemachine'], opens: true } }

describe('settings by their schema', () => {
  test('BTY-01 defaults are filled in at any depth, and what the schema does not name is left out', () => {
    const { check } = settingsOf({
      color: { type: 'string', default: '#000' },
      beers: {
        type: 'array',
        items: object({ name: { type: 'string' }, strong: { type: 'boolean', default: false } }, ['name']),
      },
      note: { anyOf: [object({ size: { type: 'integer', default: 3 } }), { type: 'null' }], default: null },
    })
    const sent = { beers: [{ name: 'Stout', extra: 1 }], other: true, note: {} }
    expect(check(sent)).toEqual({
      settings: { color: '#000', beers: [{ name: 'Stout', strong: false }], note: { size: 3 } },
    })
    expect(sent).toEqual({ beers: [{ name: 'Stout', extra: 1 }], other: true, note: {} })
    expect(check({ beers: [] })).toEqual({ settings: { color: '#000', beers: [], note: null } })
  })

  test('BTY-01 of objects that a field tells apart, the one that it names is read', () => {
    const { check } = settingsOf({
      look: {
        errorMessage: { anyOf: 'Please choose a look' },
        anyOf: [
          object({ kind: { const: 'plain' }, size: { type: 'integer', default: 2 } }, ['kind']),
          object({ kind: { const: 'grand' }, color: { type: 'string' } }, ['kind', 'color']),
        ],
      },
    })
    expect(check({ look: { kind: 'plain', color: 'red' } })).toEqual({ settings: { look: { kind: 'plain', size: 2 } } })
    expect(check({ look: { kind: 'grand' } })).toEqual({ errors: { look: ['This field is required'] } })
    expect(check({ look: { kind: 'none' } })).toEqual({ errors: { look: ['Please choose a look'] } })
  })

  test('BTY-02 what is wrong comes back by field, in the words of the five or in those of the schema', () => {
    const { check } = settingsOf(
      {
        name: { type: 'string', maxLength: 5 },
        size: { type: 'integer', minimum: 1, errorMessage: { minimum: 'At least one', type: 'Please enter a number' } },
        beers: {
          type: 'array',
          minItems: 1,
          items: object({ name: { type: 'string' } }, ['name']),
          errorMessage: { minItems: 'Please add a beer' },
        },
        either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      ['name', 'size'],
    )
    expect(check({})).toEqual({ errors: { name: ['This field is required'], size: ['This field is required'] } })
    expect(check({ name: 'too long', size: 0, beers: [], either: true })).toEqual({
      errors: {
        name: ['This value is not accepted'],
        size: ['At least one'],
        beers: ['Please add a beer'],
        either: ['This value is not accepted'],
      },
    })
    expect(check({ name: 7, size: '7', beers: [{}, {}] })).toEqual({
      errors: {
        name: ['This value is not accepted'],
        size: ['Please enter a number'],
        beers: ['This field is required'],
      },
    })
  })

  test('BTY-02 a missing field has the sentence that its schema has for it', () => {
    const schema = {
      ...object({ name: { type: 'string' }, size: { type: 'integer' } }, ['name', 'size']),
      errorMessage: { required: { name: 'Please enter a name' } },
    }
    expect(compileSettings(schema).check({})).toEqual({
      errors: { name: ['Please enter a name'], size: ['This field is required'] },
    })
  })

  test.each([
    ['date', '2026-02-28', '28.2.2026'],
    ['time', '18:30', '24:99'],
    ['date-time', '2026-11-23T10:00:00Z', 'now'],
    ['email', 'ada@example.com', 'ada'],
    ['uri', 'https://example.com/', 'example'],
  ])('BTY-02 a %s is what the form takes for one', (format, right, wrong) => {
    const { check } = settingsOf({ when: { type: 'string', format } })
    expect(check({ when: right })).toEqual({ settings: { when: right } })
    expect(check({ when: wrong })).toEqual({ errors: { when: ['This value is not accepted'] } })
  })

  test('BTY-02 texts that cannot be kept are refused, wherever they stand', () => {
    const { check } = settingsOf({ beers: { type: 'array', items: object({ name: { type: 'string' } }) } })
    expect(check({ beers: [{ name: 'a\0' }] })).toEqual({ errors: { beers: ['Control characters are not allowed'] } })
    expect(check({ beers: [{ name: 'a\ud800' }] })).toEqual({
      errors: { beers: ['This text contains an invalid character'] },
    })
  })

  test('BTY-02 settings of more than 64 KiB are refused, and so are more than 500 references', () => {
    const { check } = settingsOf({ text: { type: 'string' }, machines: { type: 'array', items: machine } })
    expect(check({ text: 'x'.repeat(65_536) })).toEqual({
      errors: { non_field_errors: ['The settings of a board are at most 64 KiB'] },
    })
    expect(check({ machines: Array.from({ length: 501 }, (_, at) => at + 1) })).toEqual({
      errors: { machines: ['A board names at most 500 things'] },
    })
  })

  test('BTY-03 references are found in lists, beside the field with their kind, and in a question', () => {
    const { places, check } = settingsOf({
      machines: { type: 'array', items: machine },
      idle: object({
        kind: { enum: ['scoreboard', 'leaderboard'] },
        id: {
          anyOf: [
            { type: 'integer', reference: { to: ['scoreboard', 'leaderboard'], kindIn: 'kind' } },
            { type: 'null' },
          ],
        },
      }),
      question: { question: true, type: 'object' },
    })
    expect(places.map(({ path }) => path.join('.'))).toEqual([
      'machines.*',
      'idle.id',
      ...referencePlaces(RankingQuestion).map(({ path }) => ['question', ...path].join('.')),
    ])
    expect(check({ machines: [0] })).toEqual({ errors: { machines: ['This value is not accepted'] } })
    expect(check({ machines: [2 ** 53] })).toEqual({ errors: { machines: ['This value is not accepted'] } })
  })

  test('BTY-03 a question is checked as a leaderboard is, and filled in', () => {
    const { check } = settingsOf({ best: { question: true } }, ['best'])
    expect(check({ best: { items: [{ id: 'g-3', type: 'machinegroup' }] } })).toMatchObject({
      settings: {
        best: {
          items: [{ id: 3, type: 'machinegroup', order: 0 }],
          items_per_list: 10,
          leaderboard_time_type: 'all_time',
        },
      },
    })
    expect(check({ best: { items: [{ id: 3, type: 'machine' }], leaderboard_time_type: 'time_box' } })).toEqual({
      errors: { best: ['Please select a start date'] },
    })
    expect(check({ best: { items: [] } })).toEqual({ errors: { best: [expect.any(String)] } })
    expect(check({})).toEqual({ errors: { best: ['This field is required'] } })
  })

  test('BTY-04 a pattern reads a long text at once, with whatever it would take a while elsewhere', () => {
    const { check } = settingsOf({
      name: { type: 'string', pattern: '^(a+)+$' },
      other: { type: 'string', pattern: '^[a-z]+$' },
      shape: { type: 'string', pattern: String.raw`[^\s\p{Default_Ignorable_Code_Point}]` },
    })
    expect(check({ name: `${'a'.repeat(30_000)}!`, other: 'A', shape: ' ' })).toEqual({
      errors: {
        name: ['This value is not accepted'],
        other: ['This value is not accepted'],
        shape: ['This value is not accepted'],
      },
    })
    expect(check({ name: 'aaa', other: 'abc', shape: 'x' })).toEqual({
      settings: { name: 'aaa', other: 'abc', shape: 'x' },
    })
  })
})

const nested = (depth: number): unknown => (depth === 0 ? { type: 'string' } : object({ inner: nested(depth - 1) }))

describe('schemas that are not taken', () => {
  test.each<[string, unknown, RegExp]>([
    ['no object', [], /It is not an object/],
    ['no settings', { type: 'string' }, /not an object with properties/],
    ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#', ...object({}) }, /2020-12/],
    ['huge', object({ a: { type: 'string', description: 'x'.repeat(65_536) } }), /64 KiB/],
    ['nested too deep', nested(17), /16 deep/],
    [
      'of too many parts',
      object(
        Object.fromEntries(
          Array.from({ length: 90 }, (_, at) => [
            `a${at}`,
            object(Object.fromEntries(Array.from({ length: 6 }, (__, b) => [`b${b}`, {}]))),
          ]),
        ),
      ),
      /500 schemas/,
    ],
    ['recursive', object({ a: { $ref: '#' } }), /uses \$ref/],
    ['recursive by another name', object({ a: { $dynamicRef: '#a' } }), /uses \$dynamicRef/],
    ['a reference elsewhere', object({ a: { $ref: 'https://example.com/schema.json' } }), /uses \$ref/],
    ['an unknown keyword', object({ a: { type: 'string', minLenght: 3 } }), /minLenght/],
    ['an unknown format', object({ a: { type: 'string', format: 'beer' } }), /beer/],
    ['a pattern that looks ahead', object({ a: { type: 'string', pattern: '(?=a)b' } }), /pattern/],
    ['a pattern that refers back', object({ a: { type: 'string', pattern: String.raw`(a+)\1+$` } }), /pattern/],
    [
      'a pattern of many steps',
      object({ a: { type: 'string', pattern: '([a-z]{1,999}x?)[a-z]{999}[a-z]{999}' } }),
      /pattern/,
    ],
    ['a long pattern', object({ a: { type: 'string', pattern: 'a'.repeat(501) } }), /500 characters/],
    ['a reference of an unknown shape', object({ a: { type: 'integer', reference: { to: 'machine' } } }), /reference/],
    ['a reference that is no id', object({ a: { type: 'string', reference: { to: ['machine'] } } }), /not an integer/],
    [
      'a reference whose kind is nowhere',
      object({ a: { type: 'integer', reference: { to: ['machine', 'player'], kindIn: 'b' } } }),
      /stands in b/,
    ],
    ['a reference in a record', object({ a: { type: 'object', additionalProperties: machine } }), /tuple, a record/],
    [
      'two things in one field',
      object({ a: { anyOf: [machine, { type: 'integer', reference: { to: ['player'] } }] } }),
      /different things/,
    ],
    ['objects that nothing tells apart', object({ a: { anyOf: [object({ b: {} }), object({ c: {} })] } }), /which/],
    ['entries that are compared each with each', object({ a: { type: 'array', uniqueItems: true } }), /maxItems/],
    ['a field of every board', object({ is_public: { type: 'boolean' } }), /is_public/],
    ['a field that is no name', object({ 'a b': { type: 'string' } }), /not a name/],
    [
      'a field of every object',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      /not a name/,
    ],
    ['messages that are none', object({ a: { type: 'string', errorMessage: { type: 3 } } }), /errorMessage/],
    ['a keyword of the wrong kind', object({ a: { type: 'string', maxLength: 'three' } }), /compiled/],
  ])('BTY-04 %s', (_, schema, why) => {
    expect(() => compileSettings(schema)).toThrow(
      expect.objectContaining({ name: 'SchemaRefused', message: expect.stringMatching(why) }),
    )
  })
})
