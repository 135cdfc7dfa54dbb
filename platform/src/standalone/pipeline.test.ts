import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../disk/paths'
import { pipelineOf, rehearsed } from './tryRemote'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'multiball-pipeline-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a pipeline of the documentation with commands that only note what they were called with; the one that `fails` matches ends with 1. */
function run(page: string, fails = 'nothing'): { status: number | null; called: string[] } {
  const log = path.join(folder, 'called')
  writeFileSync(log, '')
  const stub = `#!/bin/sh
echo "$(basename "$0") $*" >> "${log}"
case "$*" in *" version"*) echo 1.2.0-ab12cd34 ;; esac
case "$*" in *"${fails}"*) exit 1 ;; esac
`
  for (const command of ['npm', 'npx', 'sleep']) {
    writeFileSync(path.join(folder, command), stub)
    chmodSync(path.join(folder, command), 0o755)
  }
  const { status } = spawnSync('sh', ['-c', pipelineOf(path.join(root, 'docs', page))], {
    env: { PATH: `${folder}:${process.env.PATH}` },
  })
  const called = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^npm run (?:-s )?remotes -- /, ''))
  return { status, called }
}

describe.each([
  ['shipping.md', ' mf-scoreboards', ['npx jest mf-scoreboards'], 'check mf-scoreboards'],
  ['first-hour.md', '', ['npm ci --ignore-scripts', 'npm test', 'npm run types'], 'check --files'],
])('SHP-05 the pipeline of %s', (page, name, tests, check) => {
  const version = '1.2.0-ab12cd34'
  const tried = [...tests, `version${name}`, `publish${name} --percent 0`, check]

  test('gives a version to nobody before it is checked, and to all after half an hour', () => {
    expect(run(page)).toEqual({
      status: 0,
      called: [
        ...tried,
        `promote${name} ${version} --percent 5`,
        'sleep 1800',
        `errors${name} ${version} --most 1%`,
        `promote${name} ${version}`,
      ],
    })
  })

  test('ends with nothing changed for visitors when the check fails', () => {
    expect(run(page, 'check')).toEqual({ status: 1, called: tried })
  })

  test('takes the canary back that fails', () => {
    const { status, called } = run(page, 'errors')
    expect([status, called.at(-1)]).toEqual([1, `rollback${name}`])
  })
})

test('SHP-05 rehearsed, nobody waits', () => {
  const script = rehearsed(pipelineOf(path.join(root, 'docs/first-hour.md')))
  expect(script).not.toMatch(/sleep|npm ci|errors/)
  expect(script).toContain('promote "$version"')
})
