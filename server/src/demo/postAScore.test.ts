import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { useTestDatabase } from '../testing'
import { buildWholeApp, type WholeApp } from '../testing/wholeApp'
import { seedDemo } from './seedDemo'

const database = useTestDatabase()
let whole: WholeApp
afterAll(() => whole?.close())

test('VSB-02 the four lines of the README, as they stand there, play a game on the demo’s board', async () => {
  const readme = readFileSync(path.join(__dirname, '../../../README.md'), 'utf8')
  const [, text = '', lines = ''] = /## Post a score\n(.*?)```sh\n(.*?)```/s.exec(readme) ?? []
  expect(lines.trim().split('\n')).toHaveLength(4)
  const [, board] = /localhost:3000\/viewer\/scoreboards\/(\d+)/.exec(text)!
  await seedDemo({ db: database.db })
  whole = await buildWholeApp(database.db, {}, { DEMO: '1' })
  const address = await whole.listen()
  const { stdout } = await promisify(execFile)('sh', ['-ec', lines.replaceAll('localhost:3000', new URL(address).host)])
  expect(stdout).toBe('{"scores":[{"position":1,"player":null}]}'.repeat(2))
  const { data } = (await (await fetch(`${address}/api/scoreboard/${board}/scores/`)).json()) as { data: object[] }
  expect(data).toMatchObject([{ scores: [{ score: 77_000 }], settled_on: expect.any(String) }])
})
