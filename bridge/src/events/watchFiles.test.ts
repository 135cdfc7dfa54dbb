import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watchFiles } from './watchFiles'

test('EVF-01 a file is read again when it changes, also after a program that synchronises has put another folder in the place of its own', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'multiball-event-'))
  const [folder, file] = [path.join(place, 'night'), path.join(place, 'night/standings.csv')]
  const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : 'none')
  let told = () => {}
  const isRead = (expected: string) => new Promise<void>((resolve) => (told = () => text() === expected && resolve()))
  let end = () => {}
  const steps: [string, () => void][] = [
    ['none', () => (end = watchFiles([file], () => told(), 10))],
    ['a', () => [mkdirSync(folder), writeFileSync(file, 'a')]],
    ['ab', () => [writeFileSync(`${file}.new`, 'ab'), renameSync(`${file}.new`, file)]],
    ['abc', () => [rmSync(folder, { recursive: true }), mkdirSync(folder), writeFileSync(file, 'abc')]],
    ['abcd', () => writeFileSync(file, 'abcd')],
  ]
  for (const [expected, work] of steps) {
    const read = isRead(expected)
    work()
    await read
  }
  end()
  rmSync(place, { recursive: true })
})
