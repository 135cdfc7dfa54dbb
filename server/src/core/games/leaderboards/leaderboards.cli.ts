import { onDatabase } from '../../../ground/database/onDatabase'
import { readCommandLine, runCommand } from '../../../ground/process/commandLine'
import { StartError } from '../../../ground/process/startError'
import { countWrongDays, rebuildDays } from './machineDays.store'

const usage = `Checks the table by which leaderboards of a period are found against all scores:

  npm run leaderboards -- check
  npm run leaderboards -- rebuild

"rebuild" writes it again, while games that settle wait. "check" ends with 1 when something is wrong.`

const tasks = ['check', 'rebuild']

async function main() {
  const { words } = readCommandLine(usage)
  const [task = ''] = words
  if (words.length !== 1 || !tasks.includes(task)) throw new StartError(usage)
  await onDatabase(async (db) => {
    if (task === 'rebuild') await rebuildDays(db)
    const wrong = await countWrongDays(db)
    console.log(
      wrong === 0
        ? 'All days of all machines are right.'
        : `${wrong} days of machines are wrong: leaderboards of a period may miss scores of these. Rebuild them: npm run leaderboards -- rebuild`,
    )
    if (wrong > 0) process.exitCode = 1
  })
}

await runCommand(main)
