import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { testRemote } from './testRemote'

/*
 * The contract of every remote of the workspace. CONTRACT_REMOTE names one; a remote needs no file of its own for it.
 * CONTRACT_FOLDER is the folder around the remotes where that is no workspace.
 */

const root = process.env.CONTRACT_FOLDER ?? path.resolve(__dirname, '../../../..')
const only = process.env.CONTRACT_REMOTE

const remotes = readdirSync(root)
  .filter((name) => name.startsWith('mf-') && existsSync(path.join(root, name, 'remote.json')))
  .filter((name) => !only || name === only)

test('there are remotes to hold to it', () => {
  expect(remotes).not.toEqual([])
})

for (const name of remotes) {
  const folder = path.join(root, name)
  testRemote({
    name,
    manifest: JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8')) as unknown,
    load: (file) => jest.requireActual<object>(path.join(folder, file)),
    isFile: (file) => existsSync(path.join(folder, file)),
  })
}
