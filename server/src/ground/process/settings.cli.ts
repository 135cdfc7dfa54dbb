import { runCommand } from './commandLine'
import { readConfig } from './config'

/* Before the start of a release does anything: ends with 1 and a sentence where a setting cannot be. */

await runCommand(async () => void readConfig(process.env))
