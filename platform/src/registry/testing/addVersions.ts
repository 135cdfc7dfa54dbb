import { addVersion } from '../changes'
import { changeRegistry } from '../registryFile'

/* Publishes versions one after another into a deploy folder: one of the processes of a test. FOLDER REMOTE COUNT */

const [folder = '', remote = '', count = '0'] = process.argv.slice(2)
for (let at = 0; at < Number(count); at++) {
  await changeRegistry(folder, (registry) =>
    addVersion(registry, remote, `1.${at}.0`, {
      entry: { src: `/r/${remote}/1.${at}.0/entry.js`, integrity: `sha384-${'A'.repeat(64)}` },
      exposes: {},
      requires: { shared: '^1.0.0', react: '^19.0.0' },
      routes: [],
      publishedAt: new Date().toISOString(),
    }),
  )
}
