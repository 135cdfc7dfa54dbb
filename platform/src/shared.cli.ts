import { ChangeRefused } from './registry/refused'
import { argumentsOf, mustEnd, runCommand } from './commandLine'
import { checkSharedVersion, releaseShared } from './sharedTypes/sharedVersion'

/*
 * npm run shared -- check : does the version of shared say what its types are? npm test asks so.
 * npm run shared -- release : gives it the version that they ask for, and keeps them as those of this version.
 */

const usage = 'Usage: npm run shared -- check, or npm run shared -- release'

await runCommand(() => {
  const { words } = argumentsOf(process.argv.slice(2), {})
  mustEnd(words, 1)
  if (words[0] === 'check') checkSharedVersion(console.log)
  else if (words[0] === 'release') releaseShared(console.log)
  else throw new ChangeRefused(usage)
}, usage)
