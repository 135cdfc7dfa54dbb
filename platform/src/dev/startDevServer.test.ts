import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { readManifest } from '../webpack/manifest'
import { findPort } from './findPort'
import { startDevServer } from './startDevServer'

test('SHP-06 a dev server gives its remote to the pages of one deployment, with React as it is developed', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'multiball-dev-')), 'mf-xy')
  mkdirSync(path.join(folder, 'src'), { recursive: true })
  writeFileSync(path.join(folder, 'src/routes.js'), 'export default () => null')
  writeFileSync(
    path.join(folder, 'remote.json'),
    JSON.stringify({
      routes: [{ path: '/xy/*', expose: './routes' }],
      exposes: { './routes': './src/routes.js' },
      requires: { shared: '^4.0.0', react: '^19.0.0' },
    }),
  )
  const react = path.join(folder, 'react.js')
  writeFileSync(react, '// React')
  const port = await findPort(0)
  const said: string[] = []
  const pages = 'http://boards.example'
  const server = await startDevServer(
    { folder, name: 'mf-xy', version: '0.0.0-dev', manifest: readManifest(folder) },
    { port, pages, react, say: (line) => said.push(line) },
  )
  try {
    const ask = (file: string) =>
      fetch(`http://localhost:${port}/${file}`, { headers: { origin: 'https://elsewhere.example' } })
    const { entry } = v.parse(RemoteVersion, await (await ask('remote-version.json')).json())
    const answer = await ask(new URL(entry.src).pathname.slice(1))
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, pages])
    expect(await answer.text()).toContain('mf_xy')
    expect(await (await ask('development-react.js')).text()).toBe('// React')
    expect(said).toEqual([])
  } finally {
    await server.stop()
    rmSync(path.dirname(folder), { recursive: true })
  }
})
