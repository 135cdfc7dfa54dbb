import { newLook } from '../look/look'
import type { Look } from '../look/look'
import type { OwnBoard } from '../ownBoards'
import { notesOf } from './notes'
import { policyOf } from './policy'
import { activeRelease } from './releases'
import type { Release } from './releases'
import { snippetKinds, snippetOf } from './snippets'
import type { SnippetKind } from './snippets'

const host = 'https://boards.example'
const lobby: OwnBoard = {
  type: 'scoreboard',
  id: 12,
  title: 'Lobby wall',
  key: undefined,
  canvas: { width: 1280, height: 720 },
}
const secret: OwnBoard = { ...lobby, id: 13, title: `Maria's "back" <room> & {bar}`, key: 'zz&9' }
const release: Release = {
  version: '1.0.0-ab12cd34',
  board: { src: '/r/embed/1.0.0-ab12cd34/board.js', integrity: 'sha384-board' },
  host: { src: '/r/embed/1.0.0-ab12cd34/host.js', integrity: 'sha384-host' },
}
const snippet = (kind: SnippetKind, look: Partial<Look> = {}, board = lobby) =>
  snippetOf(kind, { host, board, look: { ...newLook(board.canvas), ...look }, release })

/** The first element of HTML, as a browser reads it. */
function parsed(html: string, selector: string): Record<string, string> {
  const found = new DOMParser().parseFromString(html, 'text/html').querySelector(selector)
  return Object.fromEntries([...(found?.attributes ?? [])].map(({ name, value }) => [name, value]))
}

test('an iframe names the board, fits the page, and is kept from the page around it', () => {
  expect(parsed(snippet('iframe'), 'iframe')).toEqual({
    src: `${host}/embed/v1/scoreboard/12`,
    title: 'Lobby wall',
    width: '640',
    height: '360',
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin',
    referrerpolicy: 'strict-origin',
    style: 'width:100%;height:auto;aspect-ratio:16/9;border:0;color-scheme:light',
  })
})

test.each<[string, Partial<Look>, Record<string, string>]>([
  [
    'theme and accent are in the address',
    { theme: 'dark', accent: ' #FF8A1F ' },
    { src: `${host}/embed/v1/scoreboard/12?theme=dark&accent=%23ff8a1f` },
  ],
  ['an accent that is none is left out', { accent: '#ff' }, { src: `${host}/embed/v1/scoreboard/12` }],
  [
    'one size',
    { fit: 'fixed', width: '800', height: '450' },
    { width: '800', height: '450', style: 'border:0;max-width:100%;color-scheme:light' },
  ],
  [
    'a size that is none is half the canvas',
    { fit: 'fixed', width: '9', height: 'x' },
    { width: '640', height: '360' },
  ],
  ['a title of its own', { title: ' Scores ' }, { title: 'Scores' }],
])('iframe: %s', (_name, look, expected) => expect(parsed(snippet('iframe', look), 'iframe')).toMatchObject(expected))

test('the key of a private board is in the code only when somebody said so, in every kind of code', () => {
  for (const kind of snippetKinds) {
    for (const mode of ['frame', 'inline'] as const)
      expect([kind, snippet(kind, { mode }, secret).includes('zz')]).toEqual([kind, false])
  }
  expect(parsed(snippet('iframe', { hasKey: true }, secret), 'iframe').src).toBe(
    `${host}/embed/v1/scoreboard/13?key=zz%269`,
  )
  expect(parsed(snippet('element', { hasKey: true }, secret), 'multiball-board')['viewer-key']).toBe('zz&9')
  expect(snippet('react', { hasKey: true }, secret)).toContain(`viewer-key={'zz&9'}`)
  expect(snippet('react', { hasKey: true, mode: 'inline' }, secret)).toContain(`key: 'zz&9'`)
})

test('the element has what was chosen, its room, and what stands there until it is there', () => {
  const html = snippet('element', { mode: 'inline', theme: 'light', fit: 'fixed', width: '640', height: '480' }, secret)
  expect(parsed(html, 'multiball-board')).toEqual({
    type: 'scoreboard',
    board: '13',
    mode: 'inline',
    theme: 'light',
    title: secret.title,
    aspect: '4/3',
    style: 'display:block;width:640px;max-width:100%;aspect-ratio:4/3',
  })
  expect(new DOMParser().parseFromString(html, 'text/html').querySelector('multiball-board > p')?.textContent).toBe(
    secret.title,
  )
  const open = new DOMParser().parseFromString(snippet('element'), 'text/html').querySelector('multiball-board > a')
  expect([open?.getAttribute('href'), open?.textContent]).toEqual([`${host}/viewer/scoreboards/12`, 'Lobby wall'])
})

test('a streamboard has the shape of its canvas', () => {
  const stream: OwnBoard = { ...lobby, type: 'streamboard', canvas: { width: 860, height: 170 } }
  expect(parsed(snippet('element', {}, stream), 'multiball-board').aspect).toBe('86/17')
  expect(parsed(snippet('iframe', {}, stream), 'iframe')).toMatchObject({ width: '430', height: '85' })
})

test('evergreen scripts have no hash; pinned ones name their version and its hash', () => {
  expect(parsed(snippet('element'), 'script')).toEqual({ type: 'module', src: `${host}/embed/v1/board.js` })
  expect(parsed(snippet('element', { updates: 'pinned' }), 'script')).toEqual({
    type: 'module',
    src: host + release.board.src,
    integrity: 'sha384-board',
    crossorigin: 'anonymous',
  })
  expect(snippet('react', { updates: 'pinned' })).toContain(`integrity = 'sha384-board'`)
  expect(snippet('react', { updates: 'pinned', mode: 'inline' })).toContain(`'${host}${release.host.src}'`)
})

test('oEmbed is the address of the viewer', () => expect(snippet('oembed')).toBe(`${host}/viewer/scoreboards/12`))

test.each<[SnippetKind, Look['mode'], string]>([
  ['iframe', 'inline', `frame-src ${host};\nstyle-src-attr 'unsafe-inline';`],
  ['oembed', 'frame', `frame-src ${host};`],
  ['element', 'frame', `script-src ${host};\nframe-src ${host};\nstyle-src-attr 'unsafe-inline';`],
  ['react', 'frame', `script-src ${host};\nframe-src ${host};`],
  [
    'react',
    'inline',
    `script-src ${host};\nconnect-src ${host} wss://boards.example;\nfont-src ${host};\nimg-src ${host} data:;`,
  ],
])('the policy for %s, %s', (kind, mode, expected) =>
  expect(policyOf(kind, { host, look: { ...newLook(lobby.canvas), mode } })).toBe(expected),
)

test.each<[string, SnippetKind, Partial<Look>, OwnBoard, string | undefined]>([
  ['nothing where there is nothing to say', 'iframe', {}, lobby, undefined],
  ['a private board without its key', 'element', {}, secret, 'Nobody can see this private board'],
  ['a private board with its key', 'element', { hasKey: true }, secret, undefined],
  ['oEmbed of a private board', 'oembed', { hasKey: true }, secret, 'oEmbed is for public boards'],
  ['inline in an iframe', 'iframe', { mode: 'inline' }, lobby, 'An iframe is always a frame'],
  ['import() and hashes', 'react', { mode: 'inline', updates: 'pinned' }, lobby, 'Browsers don’t verify'],
  ['what is pinned', 'element', { updates: 'pinned' }, lobby, 'Pinned to 1.0.0-ab12cd34.'],
])('notes: %s', (_name, kind, look, board, expected) => {
  const notes = notesOf(kind, {
    host,
    board,
    look: { ...newLook(board.canvas), ...look },
    release,
    isReleaseMissing: false,
  })
  expect(notes.join('\n').includes(expected ?? '')).toBe(true)
  expect(notes.length > 0).toBe(expected !== undefined)
})

test('of the published versions the active one is pinned, with its hashes', () => {
  const file = (name: string, hash: string) => ({
    src: `/r/embed/2.0.0/${name}`,
    integrity: `sha384-${hash.repeat(64)}`,
  })
  const files = {
    'board.js': file('board.js', 'a'),
    'host.js': file('host.js', 'b'),
    publishedAt: '2026-11-22T00:00:00.000Z',
  }
  expect(activeRelease({ active: '2.0.0', versions: { '1.0.0': files, '2.0.0': files } })).toEqual({
    version: '2.0.0',
    board: files['board.js'],
    host: files['host.js'],
  })
  expect(activeRelease({ active: '3.0.0', versions: { '2.0.0': files } })).toBeUndefined()
  expect(() =>
    activeRelease({
      active: '2.0.0',
      versions: { '2.0.0': { ...files, 'board.js': { src: '/r/embed/2.0.0/board.js' } } },
    }),
  ).toThrow()
})
