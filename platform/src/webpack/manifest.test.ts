import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ChangeRefused } from '../command/refused'
import { runWebpack } from './build'
import { readManifest } from './manifest'

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-manifest-'))
afterAll(() => rmSync(folder, { recursive: true }))

const whole = {
  routes: [{ path: '/prizes/*', expose: './routes' }],
  exposes: { './routes': './src/routes.tsx' },
  requires: { shared: '^2.0.0', react: '^19.0.0' },
}
const file = path.join(folder, 'remote.json')
const refusalOf = (text: string) => {
  writeFileSync(file, text)
  try {
    return readManifest(folder)
  } catch (error) {
    return error
  }
}

test('SHP-07 what is wrong in remote.json is said in a sentence, with the file and the place in it', () => {
  expect(refusalOf(JSON.stringify(whole))).toMatchObject({ routes: whole.routes })
  expect(refusalOf('{ "routes": [], }')).toMatchObject({
    name: 'ChangeRefused',
    message: expect.stringContaining(`${file} is not valid. Expected double-quoted property name in JSON`) as string,
  })
  expect(refusalOf(JSON.stringify({ ...whole, navgation: {} }))).toEqual(
    new ChangeRefused(`${file} is not valid. navgation: Invalid key: Expected never but received "navgation"`),
  )
  expect(refusalOf(JSON.stringify({ ...whole, requires: { shared: '^2.0.0' } }))).toEqual(
    new ChangeRefused(`${file} is not valid. requires.react: Invalid key: Expected "react" but received undefined`),
  )
})

test('what does not compile is told in the compiler’s words alone', async () => {
  await expect(
    runWebpack({ mode: 'none', context: folder, entry: './none.js', output: { path: folder } }),
  ).rejects.toThrow(ChangeRefused)
})
