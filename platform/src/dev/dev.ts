import { existsSync } from 'node:fs'
import path from 'node:path'
import type { RemoteManifest } from '@multiball/shared/schema'
import { ChangeRefused } from '../command/refused'
import { readManifest } from '../webpack/manifest'
import { askDeployment, addresses } from './askDeployment'
import { findPort } from './findPort'
import { startDevServer, buildReact } from './startDevServer'

/** As pages call it (shared/src/remotes/overrides.ts). */
const devVersion = '0.0.0-dev'

interface DevOptions {
  /** address of the deployment into whose pages the remotes go */
  against: string
  /** the first port to try */
  port: number
}

/**
 * Serves remotes to the pages of a deployment until the process ends.
 * @param folders of the remotes, absolute
 * @throws ChangeRefused with what to do
 */
export async function dev(
  folders: readonly string[],
  { against, port }: DevOptions,
  say: (line: string) => void,
): Promise<void> {
  const origin = URL.canParse(against) && /^https?:/.test(against) ? new URL(against).origin : undefined
  if (!origin) throw new ChangeRefused(`--against needs an address such as https://boards.example.com, not ${against}.`)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new ChangeRefused('--port is a whole number from 1 to 65535.')
  const strange = folders.find((folder) => !existsSync(path.join(folder, 'remote.json')))
  if (strange) throw new ChangeRefused(`${strange} is not a remote: it has no remote.json.`)
  const remotes = folders.map((folder) => ({ folder, name: path.basename(folder), manifest: readManifest(folder) }))

  const [react, problems] = await Promise.all([buildReact(), askDeployment(origin, remotes)])
  const served: { served: string; manifest: RemoteManifest }[] = []
  for (const { folder, name, manifest } of remotes) {
    const own = await findPort(port + served.length)
    await startDevServer({ folder, name, version: devVersion, manifest }, { port: own, pages: origin, react, say })
    served.push({ served: `${name}:${own}`, manifest })
    say(`${name} is served at http://localhost:${own}`)
  }
  for (const problem of problems) say(problem)
  for (const line of addresses(origin, served)) say(line)
}
