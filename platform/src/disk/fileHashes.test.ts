import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashesOf, writeFileHashes } from './fileHashes'

test('every file of a build is named with its hash, those of folders too, and the list itself is not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-hashes-'))
  try {
    mkdirSync(path.join(folder, 'inner'))
    for (const file of ['page.js', 'inner/worker.js']) writeFileSync(path.join(folder, file), 'abc')
    writeFileHashes(folder)
    const abc = 'sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn'
    expect(JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8'))).toEqual({
      'inner/worker.js': abc,
      'page.js': abc,
    })
    writeFileHashes(folder)
    expect(Object.keys(hashesOf(folder))).toEqual(['inner/worker.js', 'page.js'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
