import type * as publishedBoard from '../types/board'
import type * as publishedHost from '../types/host'
import type {} from '../types/react'
import type { connections, EmbedEvents, errorCodes, themes } from './contract'
import type * as host from './host'

jest.mock('./home', () => ({ home: 'https://boards.example' }))
Object.assign(globalThis, { INSIDE: { version: '1.0.0' } })

/*
 * What is published in embed/types is written for partners to read. The sources take their types from there; the compiler
 * holds the functions, lists and attributes of the sources to it.
 */

type Fits<Sources, Published> = [Sources] extends [Published] ? ([Published] extends [Sources] ? true : false) : false

const hostFits: [
  Fits<typeof host, typeof publishedHost>,
  Fits<(typeof themes)[number], publishedHost.Theme>,
  Fits<(typeof errorCodes)[number], publishedHost.ErrorCode>,
  Fits<(typeof connections)[number], EmbedEvents['state']['connection']>,
] = [true, true, true, true]

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
    hostFits.every(Boolean),
    eventsFit,
    typeof listen,
    [written, custom, misspelt].map(({ type }) => type as string),
  ]).toEqual([true, true, 'function', Array(3).fill('multiball-board')])
})
