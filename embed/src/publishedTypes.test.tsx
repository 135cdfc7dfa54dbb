import type * as publishedBoard from '../types/board'
import type * as publishedHost from '../types/host'
import type {} from '../types/react'
import type { EmbedEvents } from './contract'
import type * as host from './host'

jest.mock('./home', () => ({ home: 'https://boards.example' }))
Object.assign(globalThis, { INSIDE: { version: '1.0.0' } })

/*
 * What is published in embed/types is written for partners to read. The compiler holds it to the sources: whatever is
 * said there is so, and nothing is left out.
 */

type Fits<Sources, Published> = [Sources] extends [Published] ? ([Published] extends [Sources] ? true : false) : false

/** The types that host.js exports, by name; `typeof` brings its functions. */
interface SourceTypes {
  module: typeof host
  EmbedEvents: host.EmbedEvents
  EmbedType: host.EmbedType
  ErrorCode: host.ErrorCode
  GivenReact: host.GivenReact
  Look: host.Look
  Mounted: host.Mounted
  MountOptions: host.MountOptions
  OnEvent: host.OnEvent
  Theme: host.Theme
}

interface PublishedTypes {
  module: typeof publishedHost
  EmbedEvents: publishedHost.EmbedEvents
  EmbedType: publishedHost.EmbedType
  ErrorCode: publishedHost.ErrorCode
  GivenReact: publishedHost.GivenReact
  Look: publishedHost.Look
  Mounted: publishedHost.Mounted
  MountOptions: publishedHost.MountOptions
  OnEvent: publishedHost.OnEvent
  Theme: publishedHost.Theme
}

const hostFits: { [Name in keyof SourceTypes]: Fits<SourceTypes[Name], PublishedTypes[Name]> } = {
  module: true,
  EmbedEvents: true,
  EmbedType: true,
  ErrorCode: true,
  GivenReact: true,
  Look: true,
  Mounted: true,
  MountOptions: true,
  OnEvent: true,
  Theme: true,
}

const attributes: Record<keyof publishedBoard.BoardAttributes, true> = {
  type: true,
  board: true,
  'viewer-key': true,
  key: true,
  mode: true,
  theme: true,
  accent: true,
  lang: true,
  title: true,
  loading: true,
  aspect: true,
}

type Details = { [Name in keyof publishedBoard.BoardEvents]: publishedBoard.BoardEvents[Name]['detail'] }
const eventsFit: Fits<{ [Name in keyof EmbedEvents as `mb-${Name}`]: EmbedEvents[Name] & { version: 1 } }, Details> =
  true

/** What a partner writes in TypeScript. */
const written = (
  <multiball-board
    type="scoreboard"
    board="12"
    viewer-key="zz9"
    theme="dark"
    aspect="16/9"
    className="wall"
    style={{ display: 'block' }}
  />
)

function listen(board: HTMLElementTagNameMap['multiball-board']) {
  board.addEventListener('mb-score', ({ detail }) =>
    detail.players?.map(({ name, score }) => `${name} ${score.padStart(12)}`),
  )
  board.addEventListener('click', ({ clientX }) => clientX.toFixed())
  // @ts-expect-error there is no such detail
  board.addEventListener('mb-score', ({ detail }) => detail.winner)
}

/** Of a type from a remote. */
const custom = <multiball-board type="taplist" board={12} />

// @ts-expect-error there is no such theme
const misspelt = <multiball-board type="scoreboard" board={12} theme="darker" />

test('EMB-13 the published types are those of the sources: the compiler holds all but the names of the attributes', async () => {
  const { BoardElement } = await import('./element/BoardElement')
  expect(Object.keys(attributes).sort()).toEqual([...BoardElement.observedAttributes].sort())
  expect([
    Object.values(hostFits).every(Boolean),
    eventsFit,
    typeof listen,
    [written, custom, misspelt].map(({ type }) => type as string),
  ]).toEqual([true, true, 'function', Array(3).fill('multiball-board')])
})
