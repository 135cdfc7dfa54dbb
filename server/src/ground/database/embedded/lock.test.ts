import { spawn } from 'node:child_process'
import { link, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { holderOf, lockName, takeLock } from './lock'

jest.mock('node:fs/promises', () => ({
  ...jest.requireActual<object>('node:fs/promises'),
  link: jest.fn(jest.requireActual<{ link: typeof link }>('node:fs/promises').link),
}))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const take = async () => {
  const taken = await takeLock(folder, 'server')
  if (!('lock' in taken)) throw new Error('taken')
  return taken.lock
}
const write = (text: string) => writeFile(path.join(folder, lockName), text)

test('one at a time; the holder and its port are known to others', async () => {
  const lock = await take()
  expect(await takeLock(folder, 'command')).toMatchObject({ holder: { pid: process.pid, role: 'server' } })
  await lock.announce(54_321)
  expect(await holderOf(folder)).toMatchObject({ pid: process.pid, port: 54_321 })
  lock.release()
  expect(await holderOf(folder)).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
  await take()
})

test.each([
  ['a process that is gone', () => JSON.stringify({ pid: 2 ** 22 + 1, began: '1', role: 'server', port: 1 })],
  [
    'a process id that now belongs to another one',
    () => JSON.stringify({ pid: process.pid, began: '0', role: 'server' }),
  ],
  ['half a file', () => '{"pid":'],
  ['an empty file', () => ''],
])('the lock of %s is taken over', async (_title, text) => {
  await write(text())
  expect(await holderOf(folder)).toBeUndefined()
  await take()
  expect(JSON.parse(await readFile(path.join(folder, lockName), 'utf8'))).toMatchObject({ pid: process.pid })
  expect(await readdir(folder)).toEqual([lockName])
})

test('of many that take over a dead lock at the same time, one gets it', async () => {
  await write(JSON.stringify({ pid: 2 ** 22 + 1, began: '1', role: 'server' }))
  const script = `
    import { takeLock } from ${JSON.stringify(path.join(__dirname, 'lock.ts'))}
    const taken = await takeLock(${JSON.stringify(folder)}, 'server')
    console.log('lock' in taken ? 'won' : 'lost')
    setTimeout(() => {}, 3000)
  `
  await writeFile(path.join(folder, 'take.mts'), script)
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--import', 'tsx', path.join(folder, 'take.mts')], { cwd: __dirname }),
  )
  const said = await Promise.all(
    children.map(
      (child) =>
        new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()))),
    ),
  )
  for (const child of children) child.kill('SIGKILL')
  expect(said.sort()).toEqual(['lost', 'lost', 'lost', 'won'])
})

test('of many calls in one process, one gets it', async () => {
  const oneAfterAnother = Array.from({ length: 20 }, async (_, turns) => {
    for (let turn = 0; turn < turns; turn += 1) await stat(folder)
    return takeLock(folder, 'server')
  })
  const answers = await Promise.all(oneAfterAnother)
  expect(answers.filter((answer) => 'lock' in answer)).toHaveLength(1)
  expect(await readdir(folder)).toEqual([lockName])
})

test('a disk that takes no links is refused rather than waited for', async () => {
  jest.mocked(link).mockRejectedValueOnce(Object.assign(new Error('not permitted'), { code: 'EPERM' }))
  await expect(take()).rejects.toThrow('its disk takes no hard links (EPERM)')
  expect(await readdir(folder)).toEqual([])
})
