import { breakingChanges } from './compare'

const field = (schema: object, required: string[] = []) => ({
  type: 'object',
  properties: schema,
  required,
  additionalProperties: false,
})
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const before = {
  paths: {
    '/api/thing/': {
      post: {
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
        requestBody: {
          required: true,
          ...json(
            field({ title: { type: 'string' }, kind: { enum: ['a', 'b'] }, size: { type: ['number', 'null'] } }, [
              'title',
            ]),
          ),
        },
        responses: { 201: json({ $ref: '#/components/schemas/Thing' }), 400: {} },
      },
    },
  },
  components: {
    schemas: {
      Thing: field(
        {
          id: { type: 'integer' },
          tags: { type: 'array', items: { type: 'string' } },
          state: { enum: ['on', 'off'] },
          owner: { anyOf: [field({ name: { type: 'string' } }, ['name']), { type: 'null' }] },
          look: { allOf: [field({ colour: { type: 'string' } })] },
        },
        ['id', 'tags'],
      ),
    },
  },
}
const name = 'POST /api/thing/'

const text = JSON.stringify(before)

/** Each is the document with one piece of its text in another way. */
test.each<[what: string, piece: string, instead: string, says: string[]]>([
  ['a call that is gone', '"post":', '"put":', [`${name}: is gone`]],
  [
    'a parameter that has to be sent',
    '"name":"limit",',
    '"name":"limit","required":true,',
    [`${name}: the parameter limit has to be sent now`],
  ],
  [
    'a field that has to be sent',
    '"required":["title"]',
    '"required":["title","kind"]',
    [`${name}: the body.kind has to be sent now`],
  ],
  [
    'a field that may not be sent',
    ',"size":{"type":["number","null"]}',
    '',
    [`${name}: the body.size may not be sent any more`],
  ],
  ['a value that is refused', '["a","b"]', '["a"]', [`${name}: the body.kind may not be "b" any more`]],
  ['a type that is refused', '["number","null"]', '"number"', [`${name}: the body.size may not be null any more`]],
  ['an answer that is gone', '"201":', '"204":', [`${name}: is not answered 201 any more`]],
  ['a field that is gone', '"tags":', '"labels":', [`${name}: the answer.tags is gone`]],
  ['a field that may be missing', '["id","tags"]', '["id"]', [`${name}: the answer.tags may be missing now`]],
  [
    'a field of another type',
    '"items":{"type":"string"}',
    '"items":{"type":["string","null"]}',
    [`${name}: the answer.tags[] may be null now`],
  ],
  [
    'an answer with a new value',
    '["on","off"]',
    '["on","off","idle"]',
    [`${name}: the answer.state may be "idle" now`],
  ],
  ['an answer without one of the values', '["on","off"]', '["on"]', []],
  [
    'an answer with any text in place of values',
    '"enum":["on","off"]',
    '"type":"string"',
    [`${name}: the answer.state may be any other value now`],
  ],
  [
    'a new kind of answer',
    '{"type":"null"}]',
    '{"type":"null"},{"type":"number"}]',
    [`${name}: the answer.owner may be number now`],
  ],
  [
    'a field that is gone from one of two kinds',
    '"properties":{"name":{"type":"string"}},"required":["name"]',
    '"properties":{"title":{"type":"string"}},"required":["title"]',
    [`${name}: the answer.owner.name is gone`],
  ],
  ['a field that is gone from a part', '"colour":', '"shade":', [`${name}: the answer.look.colour is gone`]],
  ['a new call', '"post":', '"get":{},"post":', []],
  ['a new field that need not be sent', '"size":', '"note":{"type":"string"},"size":', []],
  ['a new field in answers', '"tags":', '"name":{"type":"string"},"tags":', []],
  ['another refusal', '"400":', '"422":', []],
])('INS-06 knows whether %s breaks programs', (_what, piece, instead, says) => {
  expect(text).toContain(piece)
  expect(breakingChanges(before, JSON.parse(text.replace(piece, instead)))).toEqual(says)
})
