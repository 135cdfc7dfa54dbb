import crypto from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFontCheck } from './fileHashes.store'

test('SHP-10 a font is compared once, whatever is asked for behind its name: nothing is kept of what strangers make up', async () => {
  const deploy = await mkdtemp(path.join(tmpdir(), 'multiball-fonts-'))
  try {
    const build = path.join(deploy, 'r/mf-viewer/1.0.0')
    await mkdir(build, { recursive: true })
    await writeFile(path.join(build, 'a.woff2'), 'abc')
    await writeFile(
      path.join(build, 'files.json'),
      JSON.stringify({ 'a.woff2': `sha384-${crypto.createHash('sha384').update('abc').digest('base64')}` }),
    )
    const compared = jest.spyOn(crypto, 'createHash')
    const maySend = createFontCheck(deploy)
    for (const query of ['', '?', '?retry=1', '?retry=2', '?x=y'])
      expect(await maySend(`/r/mf-viewer/1.0.0/a.woff2${query}`)).toBe(true)
    expect(compared).toHaveBeenCalledTimes(1)
    compared.mockRestore()
  } finally {
    await rm(deploy, { recursive: true })
  }
})
