import { changedBy } from '@multiball/platform/registry'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { readConfig } from '../../ground/process/config'
import { reviewCommand, usage } from './reviewCommand'

await runCommand(async () =>
  console.log(
    await reviewCommand({ words: readCommandLine(usage).words, config: readConfig(process.env), by: changedBy() }),
  ),
)
