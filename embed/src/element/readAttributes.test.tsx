import { readAttributes } from './readAttributes'

function read(attributes: Record<string, string>) {
  const element = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const complaints: string[] = []
  return { wanted: readAttributes(element, (message) => complaints.push(message)), complaints }
}

const board = { type: 'scoreboard', board: '12' }

test('type and board are enough: all else has a default', () => {
  expect(read(board)).toEqual({
    wanted: { type: 'scoreboard', board: 12, theme: 'board', isInline: false, isLazy: true, aspect: '16/9' },
    complaints: [],
  })
})

test('every attribute is read', () => {
  const { wanted, complaints } = read({
    ...board,
    'viewer-key': 'k1',
    theme: 'light',
    accent: '#ffb000',
    lang: 'de-AT',
    title: 'Bar',
    mode: 'inline',
    loading: 'eager',
    aspect: '4 / 3',
  })
  expect(wanted).toEqual({
    type: 'scoreboard',
    board: 12,
    key: 'k1',
    theme: 'light',
    accent: '#ffb000',
    lang: 'de-AT',
    title: 'Bar',
    isInline: true,
    isLazy: false,
    aspect: '4 / 3',
  })
  expect(complaints).toEqual([])
})

test.each([
  [{ 'viewer-key': 'k1' }, 'k1'],
  [{ key: 'k2' }, 'k2'],
  [{ 'viewer-key': 'k1', key: 'k2' }, 'k1'],
  [{ 'viewer-key': '' }, undefined],
])('EMB-05 %j opens a board with the key %s: pages from before viewer-key go on', (keys, key) =>
  expect(read({ ...board, ...keys }).wanted?.key).toBe(key),
)

test('aspect="auto" leaves the size to the board', () =>
  expect(read({ ...board, aspect: 'auto' }).wanted?.aspect).toBeUndefined())

test.each([
  [{ theme: 'pink' }, { theme: 'board' }],
  [{ accent: 'red' }, { accent: undefined }],
  [{ accent: '#12' }, { accent: undefined }],
  [{ accent: 'url(https://evil.example)' }, { accent: undefined }],
  [{ lang: 'x' }, { lang: undefined }],
  [{ mode: 'popup' }, { isInline: false }],
  [{ loading: 'never' }, { isLazy: true }],
  [{ aspect: 'wide' }, { aspect: '16/9' }],
  [{ aspect: '16/9;position:fixed' }, { aspect: '16/9' }],
])('%j is complained of once and falls back to %j', (attributes, expected) => {
  const { wanted, complaints } = read({ ...board, ...attributes })
  expect(wanted).toMatchObject(expected)
  expect(complaints).toHaveLength(1)
})

test.each([
  [{}, 2],
  [{ type: 'scoreboard' }, 1],
  [{ type: 'pin-board', board: '1' }, 1],
  [{ type: 'scoreboard', board: '0' }, 1],
  [{ type: 'scoreboard', board: '12/../13' }, 1],
  [{ type: 'scoreboard', board: '99999999999999999' }, 1],
])('%j is no board, said in %d sentences', (attributes, count) => {
  const { wanted, complaints } = read(attributes as Record<string, string>)
  expect(wanted).toBeUndefined()
  expect(complaints).toHaveLength(count)
})
