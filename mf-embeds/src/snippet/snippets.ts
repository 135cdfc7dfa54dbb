import { boardTypeOf } from '@multiball/shared/client'
import type { Canvas, OwnBoard } from '../ownBoards'
import { accentOf, aspectOf, sizeOf } from '../look/look'
import type { Look } from '../look/look'
import { element, indented, quoted } from './html'
import type { PinnedFile, Release } from './releases'

export const snippetKinds = ['iframe', 'element', 'react', 'oembed'] as const
export type SnippetKind = (typeof snippetKinds)[number]

export interface SnippetInput {
  /** origin of our server, such as https://boards.example.com */
  host: string
  board: OwnBoard
  look: Look
  /** named by a pinned snippet; without one every snippet follows our releases */
  release: Release | undefined
}

/** An iframe is always a frame, and so is what oEmbed brings; the others are as they were chosen. */
export const modeOf = (kind: SnippetKind, { mode }: Look): Look['mode'] =>
  kind === 'iframe' || kind === 'oembed' ? 'frame' : mode

/** The code to put into the page. */
export function snippetOf(kind: SnippetKind, input: SnippetInput): string {
  return writers[kind](input)
}

const writers: Record<SnippetKind, (input: SnippetInput) => string> = {
  iframe: iframeSnippet,
  element: elementSnippet,
  react: (input) => (input.look.mode === 'inline' ? inlineReactSnippet(input) : reactSnippet(input)),
  oembed: ({ host, board }) => viewerOf(host, board),
}

/** The page of the board on its own: what is pasted where oEmbed is understood. */
const viewerOf = (host: string, { type, id }: OwnBoard): string => `${host}/viewer/${boardTypeOf(type).path}/${id}`

/** Where a consumer of oEmbed asks for the code of a board. */
export const oembedOf = (host: string, board: OwnBoard): string =>
  `${host}/api/oembed/?${new URLSearchParams({ url: viewerOf(host, board), format: 'json' }).toString()}`

/** What stands in all of them about the board and its looks, by the names of the element's attributes. */
export function settingsOf({ key, title: ownTitle }: OwnBoard, look: Look) {
  return {
    key: look.hasKey ? key : undefined,
    theme: look.theme === 'board' ? undefined : look.theme,
    accent: accentOf(look),
    title: look.title.trim() || ownTitle,
  }
}

/** The frame's address; the title is the frame's, so that it is not in it. */
function frameAddress(host: string, board: OwnBoard, look: Look): string {
  const { title: _title, ...query } = settingsOf(board, look)
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(set).toString()
  return `${host}/embed/v1/${board.type}/${board.id}${search && `?${search}`}`
}

function iframeSnippet({ host, board, look }: SnippetInput): string {
  const { width, height } = sizeOf(look, board.canvas) ?? half(board.canvas)
  const fluid = `width:100%;height:auto;aspect-ratio:${aspectOf(board.canvas)};border:0;color-scheme:light`
  return element('iframe', [
    ['src', frameAddress(host, board, look)],
    ['title', settingsOf(board, look).title],
    ['width', String(width)],
    ['height', String(height)],
    ['loading', 'lazy'],
    ['sandbox', 'allow-scripts allow-same-origin'],
    ['referrerpolicy', 'strict-origin'],
    ['style', look.fit === 'fluid' ? fluid : 'border:0;max-width:100%;color-scheme:light'],
  ])
}

const half = ({ width, height }: Canvas): Canvas => ({ width: width / 2, height: height / 2 })

const scriptOf = ({ host, look, release }: SnippetInput): { src: string; integrity?: string } =>
  look.updates === 'pinned' && release ? pinned(host, release.board) : { src: `${host}/embed/v1/board.js` }

const pinned = (host: string, { src, integrity }: PinnedFile) => ({ src: host + src, integrity })

/** Attributes of the element, in the order in which they are read. */
function attributesOf({ board, look }: SnippetInput): [string, string | undefined][] {
  const { key, theme, accent, title } = settingsOf(board, look)
  const size = sizeOf(look, board.canvas)
  const aspect = aspectOf(size ?? board.canvas)
  return [
    ['type', board.type],
    ['board', String(board.id)],
    ['viewer-key', key],
    ['mode', look.mode === 'inline' ? 'inline' : undefined],
    ['theme', theme],
    ['accent', accent],
    ['title', title],
    ['aspect', aspect === '16/9' ? undefined : aspect],
  ]
}

function elementSnippet(input: SnippetInput): string {
  const { host, board, look } = input
  const { src, integrity } = scriptOf(input)
  const size = sizeOf(look, board.canvas)
  const script = element('script', [
    ['type', 'module'],
    ['src', src],
    ['integrity', integrity],
    ['crossorigin', integrity && 'anonymous'],
  ])
  const { title } = settingsOf(board, look)
  // Seen until the board is there, and where it cannot be: without a script, without a network.
  const fallback =
    board.key === undefined ? element('a', [['href', viewerOf(host, board)]], title) : element('p', [], title)
  // Its room is there before the script is.
  const room = `display:block;${size ? `width:${size.width}px;max-width:100%;` : ''}aspect-ratio:${aspectOf(size ?? board.canvas)}`
  const tag = element('multiball-board', [...attributesOf(input), ['style', room]], [fallback])
  return `${script}\n\n${tag}`
}

const componentName = 'LiveBoard'

/** JSX: a text that an attribute cannot hold as it is stands as an expression. */
const jsxAttribute = (name: string, value: string) =>
  /["&\\\n{}<>]/.test(value) ? `${name}={${quoted(value)}}` : `${name}="${value}"`

/** The room that the board takes, as React writes styles. */
function roomOf({ board, look }: Pick<SnippetInput, 'board' | 'look'>, isElement: boolean): string {
  const size = sizeOf(look, board.canvas)
  const aspect = aspectOf(size ?? board.canvas).replace('/', ' / ')
  return `{ ${isElement ? `display: 'block', ` : ''}${size ? `width: ${size.width}, maxWidth: '100%', ` : ''}aspectRatio: '${aspect}' }`
}

function reactSnippet(input: SnippetInput): string {
  const { src, integrity } = scriptOf(input)
  const attributes = attributesOf(input).flatMap(([name, value]) =>
    value === undefined ? [] : [jsxAttribute(name, value)],
  )
  attributes.push(`style={${roomOf(input, true)}}`)
  const script = integrity
    ? `const src = ${quoted(src)}\nconst integrity = ${quoted(integrity)}`
    : `const src = ${quoted(src)}`
  const properties = integrity
    ? `{ type: 'module', src, integrity, crossOrigin: 'anonymous' }`
    : `{ type: 'module', src }`
  return `import { useEffect } from 'react'

${script}

export function ${componentName}() {
  useEffect(() => {
    if (document.querySelector(\`script[src="\${src}"]\`)) return
    document.head.append(Object.assign(document.createElement('script'), ${properties}))
  }, [])
  return (
    <multiball-board
${attributes.map((attribute) => `      ${attribute}\n`).join('')}    />
  )
}`
}

function inlineReactSnippet({ host, board, look, release }: SnippetInput): string {
  const { key, theme, accent } = settingsOf(board, look)
  const src = look.updates === 'pinned' && release ? host + release.host.src : `${host}/embed/v1/host.js`
  const options = [
    ['type', quoted(board.type)],
    ['board', String(board.id)],
    ['key', key && quoted(key)],
    ['theme', theme && quoted(theme)],
    ['accent', accent && quoted(accent)],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return `import * as React from 'react'
import * as ReactDOM from 'react-dom'
import * as ReactDOMClient from 'react-dom/client'

const host = import(/* webpackIgnore: true */ /* @vite-ignore */ ${quoted(src)})

export function ${componentName}() {
  const place = React.useRef(null)
  React.useEffect(() => {
    // Yours while it fits ours, ours else.
    const reacts = { react: React, reactDom: { ...ReactDOM, ...ReactDOMClient } }
    const mounted = host.then(({ mountBoard }) => mountBoard(place.current, { ...board, ...reacts }))
    return () => void mounted.then(({ unmount }) => unmount())
  }, [])
  return <div ref={place} style={${roomOf({ board, look }, false)}} />
}

const board = {
${options.map((option) => indented(option)).join(',\n')},
}`
}
