import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { useProcesses } from '../../testing/processes'

const patienceMs = 120_000
const root = path.resolve(__dirname, '../../../..')
const processes = useProcesses()

beforeAll(() => writeFile(path.join(processes.folder, 'half.json'), '[{"opdb_id":"G5pe4-MeP'))

/** As `npm run catalogue -- …`, from the folder of the files. */
const catalogue = (...given: string[]) => processes.run('server/src/core/catalogue/catalogue.cli.ts', { DATA_DIR: path.join(processes.folder, 'data') }, ...given).ended

test.each([
  ['no verb', [], /^Brings the catalogue of machines up to date/],
  ['a file that is not there', ['import', 'none.json'], /^\S+\/none\.json cannot be read: it is not there\.\nNothing was changed\.\n$/],
  ['half a file', ['import', 'half.json'], /^This is not valid JSON: .*\nNothing was changed\.\n$/],
])('%s is refused with a sentence', async (_what, given, sentence) => {
  expect(await catalogue(...given)).toEqual({ code: 1, output: expect.stringMatching(sentence) })
}, patienceMs)

test('an option that npm has kept for itself changes nothing: what was to be tried would be done', async () => {
  const { ended } = processes.run('server/src/core/catalogue/catalogue.cli.ts', { DATA_DIR: path.join(processes.folder, 'data'), npm_config_dry_run: 'true' }, 'import', 'none.json')
  expect(await ended).toEqual({ code: 1, output: expect.stringMatching(/^npm has kept --dry-run for itself, and nothing was done\. Put -- in front/) })
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
