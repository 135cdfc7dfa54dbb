import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { writeFileHashes } from '../fileHashes'
import { changedFiles } from './deployed'

let folder: string
const write = (file: string, content: string | Buffer) => writeFileSync(path.join(folder, file), content)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-changed-'))
  for (const file of ['entry.js', '511.chunk.js']) write(file, `${file} as published`)
  writeFileHashes(folder)
  for (const file of ['entry.js', '511.chunk.js']) write(`${file}.br`, brotliCompressSync(`${file} as published`))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each<[string, () => void, RegExp[]]>([
  ['nothing was changed', () => {}, []],
  ['a chunk was replaced', () => write('511.chunk.js', 'throw 1'), [/^511\.chunk\.js is not the file that was published/]],
  ['what is sent of a chunk was replaced', () => write('511.chunk.js.br', brotliCompressSync('throw 1')), [/^511\.chunk\.js\.br is not/]],
  ['what is sent of it cannot be read', () => write('511.chunk.js.br', 'half'), [/^511\.chunk\.js\.br is not/]],
  ['a file is gone', () => rmSync(path.join(folder, 'entry.js')), [/^entry\.js is not/]],
  ['nobody wrote down hashes', () => rmSync(path.join(folder, 'files.json')), []],
])('SHP-02 %s', (_what, change, problems) => {
  change()
  expect(changedFiles(folder)).toEqual(problems.map((problem) => expect.stringMatching(problem)))
})
