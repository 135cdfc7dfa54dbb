import path from 'node:path'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { readConfig } from '../../ground/process/config'
import { StartError } from '../../ground/process/startError'
import { exportSite } from './exportSite'

/* The pages of a deploy folder (DEPLOY_DIR) as files for a static host, into the folder that is named. */

const usage = 'Name the folder that the site goes into.'

await runCommand(async () => {
  const [folder] = readCommandLine(usage).words
  if (!folder) throw new StartError(usage)
  const { deployFolder, pages, publicUrl } = readConfig(process.env)
  const { rev, files } = await exportSite({ deployFolder, config: pages, publicUrl, target: path.resolve(folder) })
  console.log(
    `Registry rev ${rev} is in ${path.resolve(folder)}, with ${files} pages. docs/nginx.md shows how to serve it.`,
  )
})
