import { boardRef, Color, Id, line, lineAsSent, machineRef, RankingQuestion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { convertSettings } from './convertSettings'

const fieldOf = (schema: v.GenericSchema) => {
  const { schema: json, problems } = convertSettings(v.object({ field: schema }))
  expect(problems).toEqual([])
  return json.properties!.field
}
const mostSafe = Number.MAX_SAFE_INTEGER

describe('SHP-07 settings become JSON Schema:', () => {
  test.each<[string, v.GenericSchema, object]>([
    [
      'a text with a limit and a message',
      v.pipe(v.string(), v.maxLength(5, 'Too long')),
      { type: 'string', maxLength: 5, errorMessage: { maxLength: 'Too long' } },
    ],
    [
      'a line as people type it',
      lineAsSent(60),
      {
        type: 'string',
        maxLength: 60,
        pattern: '^[^\\p{Cc}]*$',
        allOf: [{ pattern: '^\\P{Cs}*$', errorMessage: { pattern: 'This text contains an invalid character' } }],
        errorMessage: { maxLength: 'At most 60 characters', pattern: 'Control characters are not allowed' },
      },
    ],
    [
      'a colour',
      Color,
      {
        type: 'string',
        pattern: '^#(?:[\\dA-Fa-f]{3}|[\\dA-Fa-f]{6})$',
        errorMessage: { pattern: 'Please enter a colour such as #1a2b3c' },
      },
    ],
    [
      'a time, by the expression and not by another format of that name',
      v.pipe(v.string(), v.isoTime()),
      { type: 'string', pattern: '^(?:0\\d|1\\d|2[0-3]):[0-5]\\d$' },
    ],
    [
      'an address, and an expression beside its format',
      v.pipe(v.string(), v.url(), v.regex(/^https:/)),
      { type: 'string', format: 'uri', pattern: '^https:' },
    ],
    ['a default', v.optional(v.boolean(), true), { type: 'boolean', default: true }],
    [
      'a default that is made',
      v.optional(v.array(v.string()), () => ['a']),
      { type: 'array', items: { type: 'string' }, default: ['a'] },
    ],
    [
      'null as the default of what may be null',
      v.optional(v.nullable(Id), null),
      { anyOf: [{ type: 'integer', minimum: 1, maximum: mostSafe }, { type: 'null' }], default: null },
    ],
    [
      'a choice',
      v.picklist(['warm', 'cold'], 'Please choose'),
      { type: 'string', enum: ['warm', 'cold'], errorMessage: { enum: 'Please choose' } },
    ],
    [
      'a machine',
      machineRef('Which one?'),
      {
        type: 'integer',
        minimum: 1,
        maximum: mostSafe,
        reference: { to: ['venuemachine'], opens: true },
        errorMessage: { type: 'Which one?', minimum: 'Which one?', maximum: 'Which one?' },
      },
    ],
    [
      'a list of boards',
      v.pipe(v.array(v.object({ board: boardRef(['scoreboard']) })), v.minLength(1, 'At least one')),
      {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            board: {
              type: 'integer',
              minimum: 1,
              maximum: mostSafe,
              reference: { to: ['scoreboard'] },
              errorMessage: {
                type: 'Please select a board',
                minimum: 'Please select a board',
                maximum: 'Please select a board',
              },
            },
          },
          required: ['board'],
          additionalProperties: false,
        },
        errorMessage: { minItems: 'At least one' },
      },
    ],
    [
      'a question',
      RankingQuestion,
      { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {}, question: true },
    ],
    [
      'one thing or another',
      v.variant('kind', [v.object({ kind: v.literal('a') }), v.object({ kind: v.literal('b'), more: v.number() })]),
      {
        anyOf: [
          { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'], additionalProperties: false },
          {
            type: 'object',
            properties: { kind: { const: 'b' }, more: { type: 'number' } },
            required: ['kind', 'more'],
            additionalProperties: false,
          },
        ],
      },
    ],
  ])('%s', (_what, schema, expected) => {
    // As it is published: what is not there is not written.
    expect(JSON.parse(JSON.stringify(fieldOf(schema)))).toEqual(expected)
  })

  test('fields without a default are required, and no others are taken', () => {
    expect(
      convertSettings(
        v.object({
          name: v.string(),
          note: v.optional(v.string()),
          size: v.optional(v.number(), 3),
          maybe: v.nullish(v.string()),
        }),
      ).schema,
    ).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['name'],
      additionalProperties: false,
    })
  })
})

interface Tree {
  children: Tree[]
}
const endless: v.GenericSchema<Tree> = v.lazy(() => v.object({ children: v.array(endless) }))
const nested = v.object({
  get children() {
    return v.array(nested as unknown as v.GenericSchema)
  },
}) as v.GenericSchema

describe('SHP-07 what JSON Schema has no word for is refused by the name of the field:', () => {
  test.each<[string, v.GenericSchema, RegExp]>([
    [
      'a check',
      v.pipe(
        v.string(),
        v.check((text) => text !== 'no'),
      ),
      /the field field: "check" cannot be said .*v\.regex/,
    ],
    [
      'a check deep inside',
      v.array(
        v.object({
          name: v.pipe(
            v.string(),
            v.check((name) => name !== ''),
          ),
        }),
      ),
      /the field field: "check"/,
    ],
    ['a transform', line(60), /"transform" cannot be said .*lineAsSent/],
    ['an expression with flags', v.pipe(v.string(), v.regex(/^a$/i)), /"regex" has an expression with the flags i/],
    ['an expression that looks around', v.pipe(v.string(), v.regex(/^(?!no)/)), /without looking around/],
    [
      'an expression that refers back',
      v.pipe(v.string(), v.regex(/^(.)\1$/)),
      /without looking around and back references/,
    ],
    [
      'an expression of a format',
      v.pipe(v.string(), v.emoji()),
      /"emoji" has an expression that the server does not take/,
    ],
    ['objects that take anything', v.looseObject({}), /"loose_object" cannot be said .*v\.record/],
    ['two objects in one', v.intersect([v.object({}), v.object({})]), /"intersect" cannot be said .*one v\.object/],
    ['a date', v.date(), /"date" cannot be said .*v\.isoDate/],
    ['one of a class', v.instance(Map), /"instance" cannot be said/],
    ['what contains itself', endless, /"lazy" cannot be said .*contain themselves/],
    ['what contains itself by a getter', nested, /"lazy" has no end/],
    [
      'objects that nothing tells apart',
      v.union([v.object({ size: v.number() }), v.object({ name: v.string() })]),
      /the field field: "union" chooses between objects .*v\.variant/,
    ],
    [
      'an expression of many steps',
      v.pipe(v.string(), v.regex(/^[a-z]{1,999}-[a-z]{1,999}-[a-z]{1,999}$/)),
      /it is too long, or repeats too much/,
    ],
    [
      'metadata that would be a keyword',
      v.pipe(v.string(), v.metadata({ $ref: 'https://elsewhere.example.com' })),
      /"metadata" knows no \$ref/,
    ],
    ['a limit that is no number', v.pipe(v.number(), v.minValue(-Infinity)), /"min_value" is not understood/],
  ])('%s', (_what, schema, problem) => {
    expect(convertSettings(v.object({ title2: v.string(), field: schema })).problems).toEqual([
      expect.stringMatching(problem),
    ])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a list', v.array(v.string())],
    ['no schema', { title: 'text' }],
  ])('settings that are %s', (_what, settings) => {
    expect(convertSettings(settings).problems).toEqual([expect.stringContaining('export const settings = v.object(')])
  })

  test('a rule between fields', () => {
    expect(
      convertSettings(
        v.pipe(
          v.object({ a: v.number(), b: v.number() }),
          v.check(({ a, b }) => a < b),
        ),
      ).problems,
    ).toEqual([expect.stringMatching(/settings as a whole: "check"/)])
  })
})
