import { readFileSync } from 'node:fs'
import path from 'node:path'
import { boardBootstraps, sharedSocketPath } from '@multiball/shared/schema'
import { serverFolder } from '../../ground/process/config'

/* e2e/src/nginx.large.test.ts runs the whole of docs/nginx.md; this holds which rule an address meets. */

interface Rule {
  isPattern: boolean
  matches(address: string): boolean
  body: string
}

const page = readFileSync(path.join(serverFolder, '../docs/nginx.md'), 'utf8')

const rules = [...page.matchAll(/^ {2}location (?:([=~]) )?(\S+) \{\n(.*?)^ {2}\}/gms)].map(
  ([, kind, pattern = '', body = '']): Rule => {
    const regex = kind === '~' ? new RegExp(pattern) : undefined
    return {
      isPattern: regex !== undefined,
      body,
      matches: (address) => regex?.test(address) ?? (kind === '=' ? address === pattern : address.startsWith(pattern)),
    }
  },
)

/** Patterns are asked in their order, before beginnings. */
const bodyFor = (address: string) =>
  [...rules.filter(({ isPattern }) => isPattern), ...rules].find(({ matches }) => matches(address))?.body

test.each([
  sharedSocketPath,
  sharedSocketPath.replace(/\/$/, ''),
  ...Object.keys(boardBootstraps).map((type) => `/${type}/12/scores/websocket/`),
])('EMB-03 behind nginx %s is a socket', (address) => {
  expect(bodyFor(address)).toMatch(/proxy_set_header Upgrade \$http_upgrade;/)
  expect(bodyFor(address)).toMatch(/proxy_set_header Connection upgrade;/)
})

test.each([
  '/api/scoreboard/12/scores/',
  '/embed/v1/board.js',
  '/media/abc',
  '/healthz',
  '/readyz',
  '/moment/day_record:8:2-upright.png',
])('%s goes to the server, and is no socket', (address) => {
  expect(bodyFor(address)).toMatch(/proxy_pass/)
  expect(bodyFor(address)).not.toMatch(/Upgrade/)
})

test.each(['/scoreboards/12/edit', '/healthz-of-others', '/moment/day_record:8:2'])(
  '%s is a page of the dashboard, and a file',
  (address) => {
    expect(bodyFor(address)).toMatch(/try_files/)
  },
)
