import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { argumentsOf, mustEnd, percentOf, runCommand } from './commandLine'
import { root } from '../disk/paths'

const known = { percent: true, files: false }

test.each<[string, object]>([
  ['publish mf-xy', { words: ['publish', 'mf-xy'], options: {} }],
  ['publish mf-xy --percent 5', { words: ['publish', 'mf-xy'], options: { percent: '5' } }],
  ['promote --percent=5 mf-xy 1.0.0', { words: ['promote', 'mf-xy', '1.0.0'], options: { percent: '5' } }],
  ['check --files', { words: ['check'], options: { files: '' } }],
])('%s', (typed, expected) => {
  expect(argumentsOf(typed.split(' '), known)).toEqual(expected)
})

test.each([
  ['promote mf-xy --percent', /--percent needs a value/],
  ['promote mf-xy --share 5', /no option --share. Known: --percent, --files/],
])('%s is refused', (typed, sentence) => {
  expect(() => argumentsOf(typed.split(' '), known)).toThrow(sentence)
})

test.each([
  [
    'promote mf-xy 1.0.0',
    { npm_config_percent: '5' },
    'npm has kept --percent for itself, and nothing was done. Put -- in front of what is for the command: npm run remotes -- … --percent',
  ],
  ['check', { npm_config_files: 'true' }, /npm has kept --files/],
])(
  '%s, typed with an option and without the -- that npm wants, is refused before it does more than was asked',
  (typed, environment, sentence) => {
    expect(() => argumentsOf(typed.split(' '), known, { ...environment, npm_lifecycle_event: 'remotes' })).toThrow(
      sentence,
    )
    expect(() => argumentsOf([...typed.split(' '), '--files', '--percent', '5'], known, environment)).not.toThrow()
  },
)

test('an option that a settings file of npm has was not typed by anybody: the command is carried out', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-npmrc-'))
  writeFileSync(path.join(folder, '.npmrc'), 'engine-strict=true\n files = true\n')
  const environment = {
    npm_config_files: 'true',
    npm_config_percent: '5',
    npm_config_local_prefix: folder,
    npm_config_userconfig: path.join(folder, 'none'),
  }
  expect(() => argumentsOf(['check'], { files: false }, environment)).not.toThrow()
  expect(() => argumentsOf(['check'], known, environment)).toThrow('npm has kept --percent')
  rmSync(folder, { recursive: true })
})

test.each([
  [undefined, 100],
  ['0', 0],
  ['5', 5],
  ['100', 100],
])('--percent %s is %d', (typed, percent) => {
  expect(percentOf(typed)).toBe(percent)
})

test.each(['abc', '', '5.5', '-1', '101', '1e1', '0x10'])('--percent %j is refused', (typed) => {
  expect(() => percentOf(typed)).toThrow(/a whole number from 0 to 100, not/)
})

test.each(['--help', '-h'])('%s prints the usage, and nothing is done', async (typed) => {
  const said = jest.spyOn(console, 'log').mockImplementation(() => {})
  const work = jest.fn()
  expect(await runCommand(work, 'Usage: …', ['release', typed])).toBe(true)
  expect(said.mock.calls).toEqual([['Usage: …']])
  said.mockRestore()
  expect(work).not.toHaveBeenCalled()
  expect(await runCommand(work, 'Usage: …', ['release'])).toBe(true)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a word more than a command takes is refused, rather than left out', () => {
  expect(() => mustEnd(['release'], 1)).not.toThrow()
  expect(() => mustEnd(['release', 'arm64'], 1)).toThrow('arm64 is a word too many, and nothing was done.')
})

describe('what a disk refuses', () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => {})
  afterEach(() => {
    said.mockClear()
    process.exitCode = undefined
  })
  afterAll(() => said.mockRestore())

  const failure = (code: string, more: object = {}) => Object.assign(new Error(`${code}: from Node`), { code, ...more })

  test.each([
    ['ENOSPC', { path: '/deploy/registry.json' }, 'The disk is full: there is no room for /deploy/registry.json.'],
    ['ENOSPC', {}, 'The disk is full: there is no room for what it writes.'],
    ['EROFS', { path: '/deploy/registry.lock' }, '/deploy/registry.lock is on a disk that can only be read.'],
    ['EACCES', { path: '/deploy/r' }, 'You have no right to /deploy/r.'],
    ['ENOTDIR', { path: '/deploy/registry.json' }, 'Part of /deploy/registry.json is a file, and no folder.'],
    ['EEXIST', { path: '/release', syscall: 'mkdir' }, 'Part of /release is a file, and no folder.'],
    ['EPERM', { path: '/draft', dest: '/deploy/r/mf-xy' }, 'You have no right to /deploy/r/mf-xy.'],
  ])('%s %j is told in a sentence', async (code, more, sentence) => {
    expect(
      await runCommand(() => {
        throw failure(code, more)
      }),
    ).toBe(false)
    expect(said).toHaveBeenCalledWith(expect.stringContaining(sentence))
    expect(process.exitCode).toBe(1)
  })

  test('all else keeps its stack', async () => {
    await expect(
      runCommand(() => {
        throw failure('EACCES', { port: 80 })
      }),
    ).rejects.toThrow('EACCES: from Node')
    await expect(
      runCommand(() => {
        throw failure('EEXIST', { path: '/x', syscall: 'symlink' })
      }),
    ).rejects.toThrow('EEXIST: from Node')
    await expect(
      runCommand(() => {
        throw failure('EISDIR', { path: '/x' })
      }),
    ).rejects.toThrow('EISDIR: from Node')
  })
})

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-command-'))
// Also where a test takes too long.
afterAll(() => rmSync(folder, { recursive: true }))

test('a command ends with the npm that ran it, whose shell hands no SIGTERM on', async () => {
  const file = path.join(folder, 'lasting.mjs')
  writeFileSync(file, "console.log('runs'); setInterval(() => {}, 60_000)")
  // The colon keeps the shell from becoming the program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" platform/run.mjs "${file}"; :`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'remotes' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  await once(shell.stdout, 'end')
})

test('a command whose reader has gone, such as head, ends as it would have, without a stack', async () => {
  const command = spawn(process.execPath, ['platform/run.mjs', 'platform/src/remotes.cli.ts', '--help'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  command.stdout.destroy()
  let said = ''
  command.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(command, 'close')
  expect([code, said]).toEqual([0, ''])
})

test('nothing is published into a folder that no server has put its pages in, such as where a volume is not mounted', async () => {
  const command = spawn(process.execPath, ['platform/run.mjs', 'platform/src/remotes.cli.ts', 'publish', 'mf-venues'], {
    cwd: root,
    env: { ...process.env, DEPLOY_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  command.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(command, 'close')
  expect([code, said]).toEqual([
    1,
    `${folder} is not the deploy folder of a server: there is no registry.json in it. Set DEPLOY_DIR as the server has it, and mount its volume.\n`,
  ])
})
