import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runOverFile } from './command'

/* What an operator is told by the commands that work on one file. */

const before = { argv: process.argv, env: process.env }
let folder: string
let printed: { log: unknown[]; error: unknown[] }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-command-'))
  process.env = { ...before.env, INIT_CWD: folder, DATA_DIR: path.join(folder, 'nowhere') }
  printed = { log: [], error: [] }
  for (const kind of ['log', 'error'] as const)
    jest.spyOn(console, kind).mockImplementation((...words: unknown[]) => void printed[kind].push(...words))
})
afterEach(async () => {
  jest.restoreAllMocks()
  Object.assign(process, before, { exitCode: undefined })
  await rm(folder, { recursive: true, force: true })
})

type Work = Parameters<typeof runOverFile>[0]['work']

async function type(work: Work, ...words: string[]) {
  process.argv = ['node', 'command', ...words]
  await runOverFile({ usage: 'The usage', option: 'force', makesDatabase: false, work })
  return { code: process.exitCode ?? 0, ...printed }
}

test('the file is meant from where the person stands, and what the command answers is printed', async () => {
  const work: Work = async ({ file, isForced }) => `${file} ${isForced}`
  expect(await type(work, 'a.zip')).toEqual({ code: 0, log: [`${folder}/a.zip false`], error: [] })
  expect((await type(work, '--force', 'a.zip')).log.at(-1)).toBe(`${folder}/a.zip true`)
})

test.each<[string, string[], Work, RegExp]>([
  ['no file', [], async () => '', /^The usage$/],
  ['two files', ['a.zip', 'b.zip'], async () => '', /^The usage$/],
  ['an unknown option', ['--everything', 'a.zip'], async () => '', /^The usage$/],
  [
    'a DATA_DIR that is not there',
    ['a.zip'],
    async ({ open }) => (await open()).url,
    /^There is no database: .+\/nowhere does not exist\.$/,
  ],
  [
    'a folder of the file’s name',
    ['.'],
    () => Promise.reject(Object.assign(new Error('no'), { code: 'EISDIR' })),
    /^It failed, and nothing was changed: a folder has this name\.$/,
  ],
])('%s is refused with a sentence', async (_title, words, work, sentence) => {
  expect(await type(work, ...words)).toEqual({ code: 1, log: [], error: [expect.stringMatching(sentence)] })
})
