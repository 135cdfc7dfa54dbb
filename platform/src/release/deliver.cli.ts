import path from 'node:path'
import { runCommand } from '../command/commandLine'
import { hostPages, lostBy } from '../registry/hostPages'
import { deployFolder, root } from '../disk/paths'
import { readRegistry } from '../registry/registryFile'
import { deliver } from './deliver'

/* Before the server of a release starts: its pages go into the deploy folder (DEPLOY_DIR). */

const complaints: Record<string, string> = {
  EACCES: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
}

await runCommand(async () => {
  try {
    await deliver(path.join(root, 'deploy'), deployFolder(), console.log)
  } catch (error) {
    const reason = complaints[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    console.error(`The pages cannot be put into ${deployFolder()}: ${reason}.`)
    process.exitCode = 1
    return
  }
  // Remotes of other teams were published for the pages of another time.
  const registry = readRegistry(deployFolder())
  const [dashboard] = hostPages(registry)
  for (const lost of dashboard ? lostBy(dashboard, registry, () => true) : [])
    console.error(`${lost}: visitors see a card in its place. Publish a version of it that fits.`)
})
