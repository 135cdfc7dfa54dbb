import { ChangeRefused } from './command/refused'
import { argumentsOf, mustEnd, runCommand } from './command/commandLine'
import { writeReference } from './sharedTypes/reference'
import { checkSharedVersion, releaseShared } from './sharedTypes/sharedVersion'

/*
 * npm run shared -- check : does the version of shared say what its types are? npm test asks so.
 * npm run shared -- docs [WORD] : what its rooms export, in Markdown; of WORD, where one is given.
 * npm run shared -- release : gives it the version that they ask for, and keeps them as those of this version.
 */

const usage = 'Usage: npm run shared -- check, npm run shared -- docs [WORD], or npm run shared -- release'

await runCommand(() => {
  const { words } = argumentsOf(process.argv.slice(2), {})
  mustEnd(words, words[0] === 'docs' ? 2 : 1)
  if (words[0] === 'check') checkSharedVersion(console.log)
  else if (words[0] === 'release') releaseShared(console.log)
  else if (words[0] === 'docs') console.log(writeReference(words[1] ?? ''))
  else throw new ChangeRefused(usage)
}, usage)
