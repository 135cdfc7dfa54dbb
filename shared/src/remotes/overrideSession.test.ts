import type { Registry } from '@multiball/shared/schema'
import { makeRemoteVersion } from '@multiball/shared/testing'
import { isDeveloperTab, type OverridePage } from './developerTab'
import { refreshRecords } from './overrideRecords'
import { activeOverrides, resetOverrides } from './overrideSession'

const record = (src: string) => makeRemoteVersion({ entry: { src, integrity: `sha384-${'A'.repeat(64)}` } })
const registry: Registry = {
  rev: 1,
  remotes: { 'mf-xy': { enabled: true, active: '1.1.0', versions: { '1.1.0': record('/new.js') } } },
}
const published: Registry = {
  rev: 1,
  remotes: {
    'mf-xy': { enabled: true, active: '1.1.0', versions: { '1.1.0': record('/new.js'), '1.0.0': record('/old.js') } },
  },
}

/** A tab: its storage stays, its address and what the network answers are given for each page. */
function tab() {
  const kept = new Map<string, string>()
  const reloads: (string | undefined)[] = []
  const asked: string[] = []
  const open = (path: string, answers: Record<string, unknown> = {}): OverridePage => ({
    href: `https://boards.test${path}`,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    readJson: async (address) => {
      asked.push(address)
      if (!(address in answers)) throw new Error('HTTP 404')
      return answers[address]
    },
    reload: (href) => void reloads.push(href),
  })
  return { open, reloads, asked, kept }
}

test('overrides stay for the tab until they are reset', () => {
  const { open, reloads } = tab()
  expect(activeOverrides(open('/?mf-disable=mf-xy'))?.overrides.disable).toEqual(['mf-xy'])
  const later = open('/scoreboards?tab=1')
  expect(activeOverrides(later)?.overrides.disable).toEqual(['mf-xy'])
  resetOverrides(open('/scoreboards?tab=1&mf-disable=mf-xy'))
  expect(reloads).toEqual(['https://boards.test/scoreboards?tab=1'])
  expect(activeOverrides(open('/'))).toBeUndefined()
})

test('where the deployment does not allow them no tab is a developer’s, and those kept from before are removed', () => {
  const { open, kept } = tab()
  activeOverrides(open('/?mf-disable=mf-xy'))
  for (const path of ['/?mf-disable=mf-xy', '/?mf-dev=mf-xy:3001', '/?mf-pin=mf-xy@1.0.0', '/']) {
    expect(isDeveloperTab(open(path).href, () => open(path).storage, false)).toBe(false)
  }
  expect(kept.size).toBe(0)
})

test.each([
  ['/', {}, false],
  ['/?key=1', {}, false],
  ['/?mf-pin=mf-xy@1.0.0', {}, true],
  ['/', { 'mb-overrides': '{}' }, true],
])('the tab at %s that keeps %j is a developer’s: %s', (path, keeps, expected) => {
  const { open, kept } = tab()
  for (const [name, text] of Object.entries(keeps)) kept.set(name, text)
  expect(isDeveloperTab(open(path).href, () => open(path).storage, true)).toBe(expected)
})

test('a browser that keeps nothing overrides nothing', () => {
  const forbidden = () => {
    throw new DOMException('Forbidden', 'SecurityError')
  }
  expect(isDeveloperTab('https://boards.test/', forbidden, true)).toBe(false)
})

test('a pinned version is fetched once, then the page starts with it', async () => {
  const { open, reloads, asked } = tab()
  const answers = { 'https://boards.test/registry.json': published }
  const first = open('/?mf-pin=mf-xy@1.0.0', answers)
  expect(await refreshRecords(first, registry, activeOverrides(first)!)).toEqual([])
  expect(reloads).toHaveLength(1)
  const second = open('/', answers)
  const active = activeOverrides(second)!
  expect(active.records['mf-xy']).toEqual({ version: '1.0.0', record: record('/old.js') })
  await refreshRecords(second, registry, active)
  expect({ reloads: reloads.length, asked: asked.length }).toEqual({ reloads: 1, asked: 1 })
})

test('a build of this machine is asked for at each start, from this machine only, and a changed one restarts the page', async () => {
  const { open, reloads, asked } = tab()
  const at = (src: string) => ({ 'http://localhost:3001/remote-version.json': record(src) })
  const start = async (path: string, src: string) => {
    const page = open(path, at(src))
    return refreshRecords(page, registry, activeOverrides(page)!)
  }
  await start('/?mf-dev=mf-xy:3001', '/one.js')
  await start('/', '/one.js')
  expect(reloads).toHaveLength(1)
  await start('/', '/two.js')
  expect(reloads).toHaveLength(2)
  expect(new Set(asked)).toEqual(new Set(['http://localhost:3001/remote-version.json']))
})

test.each([
  ['/?mf-dev=mf-xy:3001', /no dev server of it answers on port 3001/],
  ['/?mf-pin=mf-xy@9.0.0', /mf-xy 9\.0\.0 was never published/],
])('%s that cannot be had says so, and leaves the page as it is', async (path, sentence) => {
  const { open, reloads } = tab()
  const page = open(path, { 'https://boards.test/registry.json': published })
  const problems = await refreshRecords(page, registry, activeOverrides(page)!)
  expect(problems).toEqual([expect.stringMatching(sentence)])
  expect(reloads).toEqual([])
})

test('a storage that holds nonsense is no storage', () => {
  const { open, kept } = tab()
  kept.set('mb-overrides', '{"search":7}')
  expect(activeOverrides(open('/'))).toBeUndefined()
})
