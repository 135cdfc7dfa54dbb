import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keptState } from './keptState'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'multiball-bridge-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('MPB-06 what is kept over a restart is of one tournament, but for the sequence', () => {
  const file = path.join(folder, 'state.json')
  const { keep } = keptState(file, 7, () => {})
  keep({ sequence: 5 })
  keep({ newestRound: 3 })
  expect(keptState(file, 7, () => {}).state).toMatchObject({ sequence: 5, newestRound: 3 })
  expect(keptState(file, 8, () => {}).state).toEqual({ sequence: 5 })
})

test('a disk that takes nothing does not end the evening: it is said once', () => {
  const lines: string[] = []
  const file = path.join(folder, 'gone/state.json')
  const { keep } = keptState(file, 7, (line) => lines.push(line))
  keep({ sequence: 5 })
  keep({ sequence: 6 })
  expect(lines).toEqual([
    `${file} cannot be written (ENOENT). The board goes on, but after a restart of the bridge the places before the round are not known.`,
  ])
  mkdirSync(path.dirname(file))
  keep({ sequence: 7 })
  expect(lines[1]).toBe(`${file} can be written again.`)
  expect(keptState(file, 7, () => {}).state).toMatchObject({ sequence: 7 })
})
