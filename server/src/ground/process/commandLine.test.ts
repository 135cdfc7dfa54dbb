import { readCommandLine, runCommand } from './commandLine'

/* What an operator is told of what they typed. */

let typed: string[]
const printed = { log: [] as unknown[], error: [] as unknown[] }
beforeEach(() => {
  typed = process.argv
  for (const kind of ['log', 'error'] as const) {
    printed[kind] = []
    jest.spyOn(console, kind).mockImplementation((...words: unknown[]) => void printed[kind].push(...words))
  }
})
afterEach(() => {
  jest.restoreAllMocks()
  process.argv = typed
  process.exitCode = undefined
})

const type = async (...words: string[]) => {
  process.argv = ['node', 'command', ...words]
  await runCommand(async () => console.log(readCommandLine('The usage', ['dry-run']).words.join(' ')))
  return process.exitCode ?? 0
}

test.each(['--help', '-h'])('%s prints the usage, does nothing else and ends well', async (option) => {
  expect(await type('import', 'FILE', option)).toBe(0)
  expect(printed).toEqual({ log: ['The usage'], error: [] })
})

test('an option that there is not is answered with the usage, and fails', async () => {
  expect(await type('import', '--hlp')).toBe(1)
  expect(printed).toEqual({ log: [], error: ['The usage'] })
})

test('an option that npm has kept for itself changes nothing: what was to be tried would be done', async () => {
  process.env.npm_config_dry_run = 'true'
  expect(await type('import', 'FILE')).toBe(1)
  delete process.env.npm_config_dry_run
  expect(printed).toEqual({
    log: [],
    error: [expect.stringMatching(/^npm has kept --dry-run for itself, and nothing was done\. Put -- in front/)],
  })
})
