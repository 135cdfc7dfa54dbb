import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyRegistry, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import { promote, addVersion, addShell, rollback, setEnabled } from '../registry/changes'
import { checkDeployedRemotes } from './checkDeployedRemotes'
import { mustBeNamed, mustTakeAll } from './mustBeNamed'
import { publishRemote } from './publishRemote'
import { promotedMessage, publishedMessage } from './messages'

const version = (day: number): RemoteVersion => ({
  entry: { src: '/r/mf-xy/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: `2026-01-0${day}T00:00:00Z`,
})
const shell = (day: number) => ({
  assets: { scripts: [], preload: [], styles: [] },
  provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' },
  publishedAt: `2026-01-0${day}T00:00:00Z`,
})
const once = addShell(addVersion(emptyRegistry, 'mf-xy', '1.0.0', version(1)), '1.0.0', shell(1))
const twice = addShell(addVersion(once, 'mf-xy', '1.1.0', version(2)), '1.1.0', shell(2))

test.each(['shell', 'embed'])(
  'no share of the visitors can get a version of the %s: it is refused before anything is built',
  async (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'multiball-publish-'))
    const lines: string[] = []
    for (const percent of [0, 5])
      await expect(publishRemote(folder, name, percent, (line) => lines.push(line))).rejects.toThrow(
        `The ${name} has no canary`,
      )
    expect(lines).toEqual([])
    rmSync(folder, { recursive: true })
  },
)

test.each<[string, Registry, string, string, string]>([
  [
    'a first version is switched off',
    once,
    'mf-xy',
    '1.0.0',
    'mf-xy 1.0.0 is live for new visits. Switch it off with: npm run remotes -- disable mf-xy',
  ],
  [
    'a later one is taken back',
    twice,
    'mf-xy',
    '1.1.0',
    'mf-xy 1.1.0 is live for new visits, in place of 1.0.0 of 2026-01-01 00:00 UTC. Take it back with: npm run remotes -- rollback mf-xy',
  ],
  ['a first shell stays', once, 'shell', '1.0.0', 'shell 1.0.0 is live for new visits.'],
  [
    'a later one is taken back',
    twice,
    'shell',
    '1.1.0',
    'shell 1.1.0 is live for new visits, in place of 1.0.0 of 2026-01-01 00:00 UTC. Take it back with: npm run remotes -- rollback shell',
  ],
])('what a publish says next works: %s', (_what, registry, name, of, sentence) => {
  expect(publishedMessage(registry, name, of, 100)).toBe(sentence)
})

test('SHP-15 what is told of a first version says who gets it', () => {
  const stored = addVersion(emptyRegistry, 'mf-xy', '1.0.0', version(1), 0)
  expect(publishedMessage(stored, 'mf-xy', '1.0.0', 0)).toMatch(/nobody gets it yet.*promote mf-xy 1\.0\.0$/)
  expect(promotedMessage(promote(stored, 'mf-xy', '1.0.0', 5), 'mf-xy', '1.0.0', 5)).toContain(
    'for new visits of everybody: it is the first version',
  )
})

test('a version of a remote that is switched off is said to be nobody’s', () => {
  const off = addVersion(setEnabled(once, 'mf-xy', false), 'mf-xy', '1.1.0', version(2))
  for (const told of [publishedMessage(off, 'mf-xy', '1.1.0', 100), promotedMessage(off, 'mf-xy', '1.1.0', 100)])
    expect(told).toContain('it is switched off, and nobody gets it')
})

test('that holds after a rollback', () => {
  expect(
    publishedMessage(addVersion(rollback(twice, 'mf-xy'), 'mf-xy', '1.2.0', version(3)), 'mf-xy', '1.2.0', 100),
  ).toContain('rollback mf-xy')
})

test.each([
  ['promote', '', 'promote needs a name: npm run remotes -- promote NAME. Published: shell, mf-xy'],
  ['rollback', '', 'rollback needs a name: npm run remotes -- rollback NAME. Published: shell, mf-xy'],
  ['disable', '', 'disable needs a name: npm run remotes -- disable NAME. Published: mf-xy'],
  [
    'promote',
    'mf-xy',
    'Say which version of mf-xy to promote: npm run remotes -- promote mf-xy VERSION. Known: 1.0.0, 1.1.0',
  ],
])('%s %s without more is told what is missing', (command, name, sentence) => {
  expect(() => mustBeNamed(() => twice, command, name, '')).toThrow(sentence)
})

test.each([
  ['list', ''],
  ['history', ''],
  ['rollback', 'mf-xy'],
  ['promote', 'mf-zz'],
])('%s %s lacks no name', (command, name) => {
  expect(() => mustBeNamed(() => twice, command, name, '')).not.toThrow()
})

test.each([
  ['promote mf-xy 1.1.0 5', 'promote does not take 5, and nothing was done. A share of the visitors is --percent N.'],
  [
    'rollback mf-xy 1.0.0',
    'rollback does not take 1.0.0, and nothing was done. It takes back what came last; to choose a version: npm run remotes -- promote NAME VERSION',
  ],
  ['disable mf-xy mf-zz', 'disable does not take mf-zz, and nothing was done. Run it once for each.'],
  ['list mf-xy', 'list does not take mf-xy'],
  ['rollback mf-xy --percent', 'rollback does not take --percent, and nothing was done. It takes back what came last'],
  ['disable mf-xy --percent', 'disable does not take --percent, and nothing was done.'],
])('%s has a word or an option too many and is refused, rather than done without it', (typed, sentence) => {
  const [command = '', ...all] = typed.split(' ')
  const take = (given: readonly string[]) => () =>
    mustTakeAll(
      command,
      given.filter((word) => !word.startsWith('--')),
      given.flatMap((word) => (word.startsWith('--') ? [word.slice(2)] : [])),
    )
  expect(take(all)).toThrow(sentence)
  expect(take(all.slice(0, -1))).not.toThrow()
})

test('SHP-02 check of a folder in which nothing is published is refused: of the right one it might not be so well', async () => {
  const options = { remote: '', version: '', isVisiting: false }
  await expect(checkDeployedRemotes('/nowhere', options, () => {})).rejects.toThrow(
    'Nothing is published in /nowhere. Set DEPLOY_DIR as the server has it.',
  )
})
