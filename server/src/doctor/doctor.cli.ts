import { readCommandLine, runCommand } from '../ground/process/commandLine'
import { productVersion } from '../ground/process/config'
import { StartError } from '../ground/process/startError'
import { examine, summaryOf } from './doctor'

const usage = `Says what is wrong with this installation, and what to do; changes nothing:

  npm run doctor

Run it as the user and with the settings of the server. It ends with 1 when something keeps the server from working.`

await runCommand(async () => {
  if (readCommandLine(usage).words.length > 0) throw new StartError(usage)
  const findings = await examine({
    environment: process.env,
    folder: process.cwd(),
    nodeVersion: process.version,
    uid: process.getuid?.() ?? -1,
    nowMs: Date.now(),
  })
  console.log(`Multiball ${productVersion()}, Node.js ${process.versions.node}`)
  for (const { severity, sentence } of findings) console.log(`${severity === 'broken' ? '✗' : '!'} ${sentence}`)
  console.log(summaryOf(findings))
  if (findings.some(({ severity }) => severity === 'broken')) process.exitCode = 1
})
