import fc from 'fast-check'
import type { DocumentedCall } from '../edges/openapi/document'
import type { JsonSchema } from '../edges/openapi/jsonSchema'
import type { Parameter } from '../edges/openapi/parameters'
import { inUtf8, nastyStrings } from '../testing/nastyStrings'
import { customType, kinds, postedFeed, senders } from './stage'
import type { Kind, Sender, World } from './stage'
import { FittingValues, mutated, mutations, nastyValue, rowId } from './values'
import type { Json } from './values'

/** One request as it is sent. */
export interface GeneratedRequest {
  sender: Sender
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

export interface DescribedCall {
  method: string
  /** with `{id}` */
  path: string
  call: DocumentedCall
}

const nastyText = fc.constantFrom(...nastyStrings.map(({ text }) => text))

/** As it may stand in an address: a lone surrogate cannot. */
const encoded = (text: string) => encodeURIComponent(inUtf8(text))

const rawSteps = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '01',
  ' 1',
  '1 ',
  'NaN',
  '999999999999999',
  '9007199254740993',
  '99999999999999999999',
  '%00',
  '%zz',
  '%ff',
  '..%2f..',
  '%2e%2e',
  '1;drop',
  '1%2f2',
  "1'",
  '__proto__',
  'constructor',
  'g-1',
  '*',
  ':id',
  '%E2%80%AE',
]

const ofCustom = { type: customType, name: postedFeed }

function pathStep(name: string, path: string, world: () => World): fc.Arbitrary<string> {
  const kind = kinds.find((known) => path.startsWith(`/api/${known}/`)) as Kind | undefined
  const known =
    name === 'id'
      ? rowId(world, kind).map(String)
      : fc
          .nat(100)
          .map((at) => world().texts[at % world().texts.length] ?? '1')
          .map(encoded)
  const small = fc.integer({ min: 0, max: 8 }).map(String)
  return fc.oneof(
    {
      weight: 12,
      arbitrary:
        name === 'position' ? small : name in ofCustom ? fc.constant(ofCustom[name as keyof typeof ofCustom]) : known,
    },
    { weight: 2, arbitrary: fc.constantFrom(...rawSteps) },
    { weight: 1, arbitrary: nastyText.map((text) => encoded(text.slice(0, 300))) },
  )
}

const addressOf = (path: string, world: () => World): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...path
        .split(/(\{\w+\})/)
        .map((part) => (part.startsWith('{') ? pathStep(part.slice(1, -1), path, world) : fc.constant(part))),
    )
    .map((parts) => parts.join(''))

const oddQueries = [
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  '__proto__=1',
  '__proto__[a]=1',
  'constructor.prototype=1',
  '&&&',
  '=',
  '%',
  '%00=%00',
  'key=%ff',
  'ordering=',
  'owner=',
  '?',
  '#',
  'a=1;b=2',
  'search=%F0%9F%8E%B1',
  `search=${'a'.repeat(3_000)}`,
  'limit=-1',
  'offset=99999999999',
  'limit=1e3',
  'format=xml',
]

function queryValue({ name, schema }: Parameter, values: FittingValues, world: () => World): fc.Arbitrary<string> {
  const fitting =
    name === 'key'
      ? fc.nat(50).map((at) => world().viewerKeys[at % world().viewerKeys.length] ?? '')
      : name === 'owner'
        ? rowId(world, 'user')
        : values.of(schema, name)
  return fc
    .oneof(
      { weight: 3, arbitrary: fitting.map(String) },
      { weight: 1, arbitrary: nastyText.map((text) => text.slice(0, 2_000)) },
    )
    .map(encoded)
}

function queryOf(parameters: readonly Parameter[], values: FittingValues, world: () => World): fc.Arbitrary<string> {
  const known = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) =>
      fc.option(
        queryValue(parameter, values, world).map((value) => `${parameter.name}=${value}`),
        { nil: '' },
      ),
    )
  return fc
    .tuple(
      fc.tuple(...known),
      fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...oddQueries) }),
    )
    .map(([parts, odd]) => {
      const query = [...parts, odd].filter(Boolean).join('&')
      return query ? `?${query}` : ''
    })
}

const oddHeaders: Record<string, string>[] = [
  { authorization: '' },
  { authorization: 'Token' },
  { authorization: 'Token  ' },
  { authorization: `Token ${'a'.repeat(5_000)}` },
  { authorization: 'Bearer abc' },
  { authorization: 'Token \u00ff\u00fe' },
  { authorization: "SToken ' or 1=1" },
  { accept: 'text/html' },
  { accept: '*/*;q=0' },
  { 'accept-encoding': 'br;q=x' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"'.repeat(500) },
  { 'if-none-match': 'W/"x", "y"' },
  { range: 'bytes=0-0' },
  { 'x-forwarded-for': "1.1.1.1, ' or 1" },
  { 'x-forwarded-host': 'example.invalid' },
  { host: 'example.invalid:99999' },
  { host: '' },
  { 'content-length': '0' },
  { 'transfer-encoding': 'identity' },
  { expect: 'x' },
  { cookie: 'token=abc; __proto__=1' },
  { 'x-http-method-override': 'DELETE' },
  { 'content-encoding': 'gzip' },
  { origin: 'null' },
]

interface Body {
  contentType: string | undefined
  payload: string | Buffer
}

const boundary = 'X-fuzz-boundary'

const bytesOf = (text: string) => Buffer.from(text, 'utf8')

const part = (name: string, value: string | Buffer, file?: { name: string; type: string }) =>
  Buffer.concat([
    bytesOf(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file.name}"\r\ncontent-type: ${file.type}` : ''}\r\n\r\n`,
    ),
    typeof value === 'string' ? bytesOf(value) : value,
    Buffer.from('\r\n'),
  ])

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files: Buffer[] = [
  onePixel,
  onePixel.subarray(0, 30),
  Buffer.concat([
    onePixel.subarray(0, 16),
    Buffer.from([0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]),
    onePixel.subarray(24),
  ]),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'),
  Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 ', 'latin1'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  Buffer.from('time,p1,p2,player,ball,game_modes\n1,100,,1,1,MB:x\n2,"2""00",,1,2,\n'),
  Buffer.from('time,p1\n"'),
  Buffer.alloc(0),
  Buffer.alloc(200_000, 0x41),
]

function multipartBody(schema: JsonSchema, values: FittingValues): fc.Arbitrary<Body> {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  const parts = fields.map(([name, field]) =>
    field.format === 'binary'
      ? fc
          .tuple(
            fc.constantFrom(...files),
            fc.constantFrom('a.png', '../../a', 'a"b.png', ''),
            fc.constantFrom('image/png', 'image/svg+xml', 'text/csv', 'x'),
          )
          .map(([file, filename, type]) => part(name, file, { name: filename, type }))
      : fc.oneof(values.of(field, name).map(String), nastyText).map((text) => part(name, text)),
  )
  const more = fc.oneof(
    { weight: 6, arbitrary: fc.constant(Buffer.alloc(0)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        part('__proto__', 'x'),
        part('more', 'x', { name: 'x', type: 'x' }),
        Buffer.from('no part at all'),
        part('constructor', 'x'),
      ),
    },
  )
  return fc
    .tuple(
      fc.tuple(...parts.map((one) => fc.option(one, { nil: Buffer.alloc(0), freq: 8 }))),
      more,
      fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--\r\n`, `--${boundary}--\r\n`, ''),
    )
    .map(([sent, odd, end]) => ({
      contentType: `multipart/form-data; boundary=${boundary}`,
      payload: Buffer.concat([...sent, odd, Buffer.from(end)]),
    }))
}

const asForm = (value: Json): string =>
  new URLSearchParams(
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, field]): [string, string] => [
          key,
          typeof field === 'string' ? field : (JSON.stringify(field) ?? ''),
        ])
      : [],
  ).toString()

const json = 'application/json'

const garbage: Body[] = [
  { contentType: json, payload: '' },
  { contentType: json, payload: '{' },
  { contentType: json, payload: '{"__proto__":{"a":1}}' },
  { contentType: json, payload: '{"constructor":{"prototype":{"a":1}}}' },
  { contentType: json, payload: 'null' },
  { contentType: json, payload: '[]' },
  { contentType: json, payload: '"text"' },
  { contentType: json, payload: '1e999' },
  { contentType: json, payload: `${'['.repeat(20_000)}` },
  { contentType: json, payload: `{"title":${'"a",'.repeat(1_000)}` },
  { contentType: json, payload: Buffer.from([0xff, 0xfe, 0x00, 0x22]) },
  { contentType: json, payload: Buffer.from('{"title":"\u00ff\u00fe"}', 'latin1') },
  { contentType: `${json}; charset=utf-16`, payload: '{}' },
  { contentType: 'application/json5', payload: '{}' },
  { contentType: 'text/plain', payload: '{}' },
  { contentType: 'text/xml', payload: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' },
  { contentType: 'x', payload: '{}' },
  { contentType: '', payload: '{}' },
  { contentType: undefined, payload: '{}' },
  { contentType: 'multipart/form-data', payload: 'x' },
  { contentType: 'multipart/form-data; boundary=', payload: 'x' },
  { contentType: `multipart/form-data; boundary=${boundary}`, payload: '' },
  { contentType: 'application/x-www-form-urlencoded', payload: 'a=%zz&b=%00&__proto__=1&a[b]=c' },
  { contentType: 'application/x-www-form-urlencoded', payload: 'a&'.repeat(20_000) },
  { contentType: json, payload: `"${'x'.repeat(1_100_000)}"` },
]

function bodyOf({ call }: DescribedCall, values: FittingValues): fc.Arbitrary<Body | undefined> {
  const content = call.requestBody?.content ?? {}
  const whole = content[json]?.schema
  const form = content['application/x-www-form-urlencoded']?.schema
  const parts = content['multipart/form-data']?.schema
  const changed = (schema: JsonSchema) =>
    fc.tuple(values.of(schema), mutations).map(([value, changes]) => mutated(value, changes))
  const options: { weight: number; arbitrary: fc.Arbitrary<Body | undefined> }[] = [
    {
      weight: 2,
      arbitrary: fc.oneof(
        { weight: 40, arbitrary: fc.constantFrom<Body[]>(...garbage.slice(0, -1)) },
        { weight: 1, arbitrary: fc.constant(garbage.at(-1)!) },
      ),
    },
    { weight: 1, arbitrary: nastyValue.map((value) => ({ contentType: json, payload: JSON.stringify(value) })) },
    { weight: call.requestBody ? 1 : 20, arbitrary: fc.constant(undefined) },
  ]
  if (whole)
    options.push({
      weight: 20,
      arbitrary: changed(whole).map((value) => ({ contentType: json, payload: JSON.stringify(value) ?? '' })),
    })
  if (form)
    options.push({
      weight: 5,
      arbitrary: changed(form).map((value) => ({
        contentType: 'application/x-www-form-urlencoded',
        payload: asForm(value),
      })),
    })
  if (parts) options.push({ weight: 20, arbitrary: multipartBody(parts, values) })
  return fc.oneof(...options)
}

/** Who mostly sends: those whom the call is for. */
function senderOf({ call }: DescribedCall): fc.Arbitrary<Sender> {
  const isFor = (scheme: string) => call.security.some((requirement) => scheme in requirement)
  const few: Record<Sender, number> = {
    anonymous: 1,
    owner: 1,
    other: 1,
    device: 1,
    unpairedDevice: 1,
    deviceKey: 1,
    tv: 1,
    unpairedTv: 1,
    program: 1,
    apiToken: 1,
  }
  const weights: Record<Sender, number> = isFor('stoken')
    ? { ...few, device: 12, unpairedDevice: 3, deviceKey: 4 }
    : isFor('tvtoken')
      ? { ...few, tv: 12, unpairedTv: 4 }
      : isFor('feedkey')
        ? { ...few, program: 12 }
        : { ...few, anonymous: 2, owner: 12, other: 3, apiToken: 3 }
  return fc.oneof(...senders.map((sender) => ({ weight: weights[sender], arbitrary: fc.constant(sender) })))
}

/** Requests of one call: mostly of the right shape, most of those with something wrong in them. */
export function requestsOf(
  described: DescribedCall,
  components: Record<string, JsonSchema>,
  world: () => World,
): fc.Arbitrary<GeneratedRequest> {
  const values = new FittingValues(components, world)
  const { method, path, call } = described
  return fc
    .record({
      sender: senderOf(described),
      address: addressOf(path, world),
      query: queryOf(call.parameters, values, world),
      body: method === 'GET' ? fc.constant(undefined) : bodyOf(described, values),
      odd: fc.oneof(
        { weight: 8, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
      ),
    })
    .map(({ sender, address, query, body, odd }) => {
      const authorization = world().authorizations[sender]
      return {
        sender,
        method,
        url: `${address}${query}`,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...(body?.contentType !== undefined && { 'content-type': body.contentType }),
          ...odd,
        },
        ...(body && { payload: body.payload }),
      }
    })
}
