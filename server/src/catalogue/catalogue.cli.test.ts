import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const patienceMs = 120_000
const root = path.resolve(__dirname, '../../..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-catalogue-'))
  await chmod(folder, 0o755)
  await writeFile(path.join(folder, 'half.json'), '[{"opdb_id":"G5pe4-MeP')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As `npm run catalogue -- …`, from the folder of the files. */
const catalogue = (...given: string[]) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, ['platform/run.mjs', 'server/src/catalogue/catalogue.cli.ts', ...given], {
      cwd: root,
      env: { PATH: process.env.PATH, INIT_CWD: folder, DATA_DIR: path.join(folder, 'data') },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
    child.on('close', (code) => resolve({ code, output }))
  })

test.each([
  ['no verb', [], /^Brings the catalogue of machines up to date/],
  ['a file that is not there', ['import', 'none.json'], /^\S+\/none\.json cannot be read: it is not there\.\nNothing was changed\.\n$/],
  ['half a file', ['import', 'half.json'], /^This is not valid JSON: .*\nNothing was changed\.\n$/],
])('%s is refused with a sentence', async (_what, given, sentence) => {
  expect(await catalogue(...given)).toEqual({ code: 1, output: expect.stringMatching(sentence) })
}, patienceMs)

test('a file is imported into the database of DATA_DIR, and again without a change', async () => {
  const file = path.join(root, 'server/fixtures/opdb-export.json')
  const first = await catalogue('import', file)
  expect(first.output).toMatch(/^Machines: 1 added, 6 changed, 6 unchanged, 0 skipped\.$/m)
  expect(first.output).toMatch(/^ {2}G43W4-MKNW0 AC\/DC \(Pro\): name AC\/DC Pro \(original\) → AC\/DC \(Pro\)$/m)
  expect(first.code).toBe(0)
  // The start in between has brought its own catalogue along.
  expect((await catalogue('import', file, '--dry-run')).output).toMatch(/^Machines: 0 added, 0 changed, 13 unchanged, 0 skipped\.$/m)
}, patienceMs)
