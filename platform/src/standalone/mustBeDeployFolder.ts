import { existsSync } from 'node:fs'
import path from 'node:path'
import { keptRevs } from '../registry/registryFile'
import { ChangeRefused } from '../command/refused'

/**
 * Checks that DEPLOY_DIR is a server's: nobody would get what is published into another folder.
 * @throws ChangeRefused where it is not set, or no server has put its pages there
 */
export function mustBeDeployFolder(given: string | undefined): void {
  if (!given)
    throw new ChangeRefused(
      'DEPLOY_DIR names the deploy folder of the server; without it there is nothing to publish to. See docs/shipping.md.',
    )
  const folder = path.resolve(given)
  if (existsSync(path.join(folder, 'registry.json')) || keptRevs(folder).length > 0) return
  throw new ChangeRefused(
    `${folder} is not the deploy folder of a server: there is no registry.json in it. Set DEPLOY_DIR as the server has it, and mount its volume.`,
  )
}
