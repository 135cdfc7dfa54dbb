import path from 'node:path'
import { useProcesses } from '../../testing/processes'

/** For programs that start, one of them with a new database. */
const patienceMs = 60_000
const root = path.resolve(__dirname, '../../../..')
const processes = useProcesses()

/** As `npm run catalogue -- …`, from the folder of the files. */
const catalogue = (...given: string[]) =>
  processes.run(
    'server/src/core/catalogue/catalogue.cli.ts',
    { DATA_DIR: path.join(processes.folder, 'data') },
    ...given,
  ).ended

test(
  'what it cannot do is refused with a sentence',
  async () => {
    const [noVerb, noFile] = await Promise.all([catalogue(), catalogue('import', 'none.json')])
    expect(noVerb).toEqual({ code: 1, output: expect.stringMatching(/^Brings the catalogue of machines up to date/) })
    expect(noFile).toEqual({
      code: 1,
      output: expect.stringMatching(/^.+\/none\.json cannot be read: it is not there\.\nNothing was changed\.\n$/),
    })
  },
  patienceMs,
)

test(
  'a file is imported into the database of DATA_DIR, and again without a change',
  async () => {
    const file = path.join(root, 'server/fixtures/opdb-export.json')
    const first = await catalogue('import', file)
    expect(first.output).toMatch(/^Machines: 1 added, 6 changed, 6 unchanged, 0 skipped\.$/m)
    expect(first.output).toMatch(/^ {2}G43W4-MKNW0 AC\/DC \(Pro\): name AC\/DC Pro \(original\) → AC\/DC \(Pro\)$/m)
    expect(first.code).toBe(0)
    // The start in between has brought its own catalogue along.
    expect((await catalogue('import', file, '--dry-run')).output).toMatch(
      /^Machines: 0 added, 0 changed, 13 unchanged, 0 skipped\.$/m,
    )
  },
  patienceMs,
)
