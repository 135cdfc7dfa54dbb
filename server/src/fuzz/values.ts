import fc from 'fast-check'
import { nastyStrings } from '../testing/nastyStrings'
import type { JsonSchema } from '../edges/openapi/jsonSchema'
import type { Kind, World } from './stage'

/** A JSON value, with keys that an object literal cannot have. */
export type Json = unknown

const nested = (depth: number): Json => {
  let value: Json = 0
  for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { a: value }
  return value
}

const nastyText = fc.constantFrom(...nastyStrings.map(({ text }) => text))

/** Of any code points, halves of characters among them. */
const anyText = fc.array(fc.nat(0x10ffff), { maxLength: 30 }).map((points) => String.fromCodePoint(...points))

/** What no schema asks for. */
export const nastyValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: nastyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Json>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.5,
      1e308,
      -1e308,
      5e-324,
      2 ** 31,
      2 ** 53,
      -(2 ** 53),
      2 ** 63,
      1e21,
      '',
      [],
      {},
      [[]],
      [null],
      { length: -1 },
    ),
  },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), anyText) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(30, 400, 2_000).map(nested) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(50, 500, 5_000).map((length): Json => Array.from({ length }, (_, at) => at)),
  },
)

/** Which rows an id names, by the field it stands in. */
const kindOf: Record<string, Kind> = {
  leaderboard: 'leaderboard',
  machine: 'machines',
  machines: 'venuemachine',
  players: 'user',
  scoreboard: 'scoreboard',
  venue: 'venue',
  venuemachine: 'venuemachine',
  venuemachines: 'venuemachine',
}
const anyKind: Kind[] = [
  'scoreboard',
  'leaderboard',
  'comboboard',
  'slideshow_image',
  'venuemachine',
  'machines',
  'machinegroups',
]

const pick = <Value>(values: readonly Value[], at: number, otherwise: Value): Value =>
  values[at % Math.max(1, values.length)] ?? otherwise

/** An id of a row: mostly one's own. Read when it is needed, since rows come and go. */
export const rowId = (world: () => World, kind: Kind | undefined): fc.Arbitrary<number> =>
  fc.tuple(fc.nat(1_000), fc.nat(19), fc.nat(1_000)).map(([at, whose, which]) => {
    const rows = whose < 17 ? world().own : world().others
    return whose === 19 ? 987_654_321 : pick(rows[kind ?? pick(anyKind, which, 'scoreboard')], at, 1)
  })

const games = [
  '6f1c1a52-8a5c-4f0e-9a51-3f6d1d1c7b11',
  '6f1c1a528a5c4f0e9a513f6d1d1c7b12',
  '11111111-2222-3333-4444-555555555555',
]

/** What stands in these fields when all is well; the server asks for more than a JSON Schema says. */
const typical: Record<string, readonly Json[]> = {
  ...Object.fromEntries(
    ['background_color', 'backgroundColor', 'textColor', 'highlightColor'].map((name) => [
      name,
      ['#000', '#1a2b3c', '#FFDF00'],
    ]),
  ),
  active: [true, true, false, 'true', '0'],
  current_ball: [1, 2, '3', -1],
  current_player: [1, '2', 4, -1],
  game_modes: ['MB2{red}:Multiball;EB:Extra Ball', ['WM:Wizard'], ''],
  installed: ['true', false],
  item_type: ['scoreboard', 'leaderboard', 'comboboard', 'slideshowimage'],
  last_time_timezone: ['Europe/Berlin', 'America/New_York', 'None', null],
  log: ['started'],
  password: ['Sup3r!secret'],
  provider: ['maker'],
  session_active: ['true', 'false'],
  session_sequence: [0, 1, 2, 3, '50', '1760000000000'],
  session_time: [0, 100, '60000'],
  session_uuid: games,
  sign: ['00'.repeat(64)],
  idle_hotgame_show: [false, false, true],
  ifpa_id: ['12345', ''],
  initials: ['ABC', 'Z'],
  uuid: games,
  version: ['1.2.3'],
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((slot) => [`current_p${slot}_score`, [0, 100, '77000', -1, '9223372036854775807']]),
  ),
}

// What the patterns of the contract ask for; a text that fits is drawn of these.
const shapes = [
  '#1a2b3c',
  '#fff',
  '12',
  '0',
  '7',
  'g-1',
  'a@example.com',
  'Sup3r!secret',
  'ABC234',
  '1760000000',
  '00ff',
  'true',
  'false',
  '-5',
]
const uuids = [...games, '00000000-0000-0000-0000-000000000000']

function textFor(schema: JsonSchema, world: () => World): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 40 } = schema
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(2e14) }).map((date) => date.toISOString())
  const known = fc.nat(100).map((at) => pick(world().texts, at, ''))
  if (pattern !== undefined) {
    const regex = new RegExp(pattern, 'u')
    if (regex.test('a@example.com'))
      return fc.oneof(
        { weight: 4, arbitrary: fc.nat(100_000).map((count) => `player${count}@example.com`) },
        { weight: 1, arbitrary: known },
      )
    const fitting = [...shapes, ...uuids].filter((shape) => regex.test(shape))
    if (fitting.length > 0)
      return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: known })
  }
  const plain = fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 50), maxLength: Math.min(maxLength, 60) })
  const words = fc
    .tuple(fc.constantFrom('Godzilla', 'Back room', 'Ann'), fc.nat(100_000))
    .map(([word, count]) => `${word} ${count}`.slice(0, maxLength))
  return fc.oneof(
    { weight: 1, arbitrary: plain },
    { weight: 6, arbitrary: words },
    { weight: 1, arbitrary: known },
    { weight: 1, arbitrary: nastyText },
  )
}

/** Values that mostly fit a JSON Schema. */
export class FittingValues {
  constructor(
    private readonly components: Record<string, JsonSchema>,
    private readonly world: () => World,
  ) {}

  /** @param field the name of the field that it is for */
  of(schema: JsonSchema | boolean, field = ''): fc.Arbitrary<Json> {
    if (typeof schema === 'boolean') return nastyValue
    if (schema.$ref) return this.of(this.components[schema.$ref.split('/').at(-1)!] ?? true, field)
    if (schema.const !== undefined) return fc.constant(schema.const)
    const known = schema.enum ? undefined : typical[field]
    if (known)
      return fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: nastyValue })
    if (schema.enum) return fc.constantFrom<Json>(...(schema.enum as Json[]))
    const options = schema.anyOf ?? schema.oneOf
    if (options) return fc.oneof(...options.map((option) => this.of(option as JsonSchema, field)))
    switch (schema.type) {
      case 'string':
        return textFor(schema, this.world)
      case 'integer':
      case 'number':
        return this.number(schema, field)
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return this.array(schema, field)
      case 'object':
        return this.object(schema)
      default:
        return nastyValue
    }
  }

  private number({ minimum = -1_000, maximum = 1_000 }: JsonSchema, field: string): fc.Arbitrary<number> {
    const isId = minimum === 1 && maximum === Number.MAX_SAFE_INTEGER
    return isId
      ? rowId(this.world, kindOf[field])
      : fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
  }

  private array({ items, minItems = 0, maxItems = 5 }: JsonSchema, field: string): fc.Arbitrary<Json> {
    const max = Math.max(minItems, Math.min(maxItems, 4))
    const same = (value: Json) =>
      JSON.stringify(typeof value === 'object' && value !== null ? { ...value, order: 0 } : value)
    const different = fc.uniqueArray(this.of((items ?? true) as JsonSchema, field), {
      minLength: minItems,
      maxLength: max,
      selector: same,
    })
    return fc.oneof(
      { weight: 9, arbitrary: different },
      {
        weight: 1,
        arbitrary: fc.array(this.of((items ?? true) as JsonSchema, field), { minLength: minItems, maxLength: max }),
      },
    )
  }

  private object({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Json> {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, this.of(schema as JsonSchema, name)]),
    )
    return fc.record(fields, { requiredKeys: required as string[] }).chain((value) => this.itemNamed(value))
  }

  /** An item whose id is one of its type. */
  private itemNamed(value: Record<string, Json>): fc.Arbitrary<Json> {
    const [typeField, idField] = 'item_type' in value ? ['item_type', 'item_id'] : ['type', 'id']
    const type = String(value[typeField])
    const kind = Object.hasOwn(kindOfItem, type) ? kindOfItem[type] : undefined
    if (!kind || !(idField in value)) return fc.constant(value)
    return rowId(this.world, kind).map((id) => ({ ...value, [idField]: id }))
  }
}

const kindOfItem: Record<string, Kind> = {
  scoreboard: 'scoreboard',
  leaderboard: 'leaderboard',
  comboboard: 'comboboard',
  slideshowimage: 'slideshow_image',
  venuemachine: 'venuemachine',
  machine: 'machines',
  machinegroup: 'machinegroups',
}

interface Mutation {
  where: number
  how: 'replace' | 'remove' | 'add' | 'repeat' | 'poison'
  value: Json
}

export const mutations: fc.Arbitrary<Mutation[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.record({
        where: fc.nat(10_000),
        how: fc.constantFrom<Mutation['how'][]>('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'poison'),
        value: nastyValue,
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
)

/** Every place in a value: where it hangs, and by which key. */
function placesIn(
  value: Json,
  places: { holder: Record<string, Json>; key: string }[] = [],
): { holder: Record<string, Json>; key: string }[] {
  if (typeof value !== 'object' || value === null) return places
  const holder = value as Record<string, Json>
  for (const key of Object.keys(holder).slice(0, 50)) {
    places.push({ holder, key })
    placesIn(holder[key], places)
  }
  return places
}

const define = (holder: object, key: string, value: Json) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

const poisons = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'user_roles',
  'owner',
  'id',
  'viewer_key',
  '',
  '\u0000',
  'length',
]

// JSON can say all of it; structuredClone would drop __proto__.
const copy = (value: Json): Json => (value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json))

function mutate(value: Json, { where, how, value: given }: Mutation): Json {
  const nasty = copy(given)
  const places = placesIn(value)
  const place = places[where % Math.max(1, places.length)]
  if (!place || where % 20 === 0) return how === 'replace' ? nasty : value
  const { holder, key } = place
  switch (how) {
    case 'replace':
      define(holder, key, nasty)
      break
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else Reflect.deleteProperty(holder, key)
      break
    case 'repeat':
      if (Array.isArray(holder)) holder.push(copy(holder[Number(key)]))
      else define(holder, key, [holder[key], holder[key]])
      break
    case 'add':
      define(holder, `more${where % 7}`, nasty)
      break
    case 'poison':
      if (Array.isArray(holder)) holder.push(nasty)
      else define(holder, pick(poisons, where, '__proto__'), nasty)
  }
  return value
}

/** The value after these changes, one after the other. */
export const mutated = (value: Json, changes: readonly Mutation[]): Json =>
  changes.reduce<Json>((before, change) => mutate(before, change), copy(value))
