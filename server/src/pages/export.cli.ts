import path from 'node:path'
import { readConfig } from '../config'
import { StartError } from '../startError'
import { exportSite } from './exportSite'

/* The pages of a deploy folder (DEPLOY_DIR) as files for a static host, into the folder that is named. */

const [folder] = process.argv.slice(2)
try {
  if (!folder) throw new StartError('Name the folder that the site goes into.')
  const { deployFolder, pages } = readConfig(process.env)
  const { rev, files } = await exportSite({ deployFolder, config: pages, target: path.resolve(folder) })
  console.log(`Registry rev ${rev} is in ${path.resolve(folder)}, with ${files} pages. docs/nginx.md shows how to serve it.`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
