import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Registry } from '@multiball/shared/schema'
import { root } from '../disk/paths'
import { readRegistry } from './registryFile'

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-processes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const publisher = (remote: string, count: number) =>
  new Promise<number | null>((resolve) => {
    const command = ['platform/run.mjs', 'platform/src/registry/testing/addVersions.ts', folder, remote, String(count)]
    spawn(process.execPath, command, { cwd: root, stdio: 'inherit' }).once('exit', resolve)
  })

test('of two processes that publish at once none loses a version, and every rev is kept', async () => {
  const count = 25
  expect(await Promise.all([publisher('mf-one', count), publisher('mf-two', count)])).toEqual([0, 0])

  const { rev, remotes } = readRegistry(folder)
  expect(rev).toBe(2 * count)
  expect(Object.values(remotes).map(({ versions }) => Object.keys(versions).length)).toEqual([count, count])

  // Each rev changed one thing on top of the one before: nobody wrote over anybody.
  const revs = readdirSync(path.join(folder, 'revs'))
    .filter((name) => name.endsWith('.json'))
    .sort((one, other) => Number.parseInt(one) - Number.parseInt(other))
  const known = revs.map((name) => {
    const registry = JSON.parse(readFileSync(path.join(folder, 'revs', name), 'utf8')) as Registry
    return Object.values(registry.remotes).reduce((sum, { versions }) => sum + Object.keys(versions).length, 0)
  })
  expect(known).toEqual(Array.from({ length: 2 * count }, (_, at) => at + 1))
})
