import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { changeRegistry, readRegistry } from '../../platform/src/registry/registryFile'
import { copyDeploy } from './deployCopy'
import { startProduct } from './product'

/* What a newcomer types. */

const deploy = copyDeploy()
afterAll(deploy.remove)

test('OPS-14 npm start serves what is there, builds what is missing beside it, and ends with all that it started', async () => {
  const missing = 'mf-embeds'
  rmSync(path.join(deploy.folder, 'r', missing), { recursive: true })
  await changeRegistry(deploy.folder, ({ remotes: { [missing]: _gone, ...remotes }, ...registry }) => ({
    ...registry,
    remotes,
  }))
  const product = await startProduct({ DEPLOY_DIR: deploy.folder }, 'platform/start.mjs')
  try {
    const answer = await fetch(product.url, { headers: { accept: 'text/html' } })
    expect([answer.status, (await answer.text()).includes('id="root"')]).toEqual([200, true])
    while (!readRegistry(deploy.folder).remotes[missing]) await wait(100)
    expect(product.output()).toContain(`Building ${missing}`)
  } finally {
    await product.stop()
  }
  expect(product.output()).not.toContain('The build failed')
})
