import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { onDatabase } from '../../ground/database/onDatabase'
import { StartError } from '../../ground/process/startError'
import { endOperator, listOperators, makeOperator } from './operators.store'

const usage = `Who may change, on the page Platform, what runs on this server:

  npm run operators -- list
  npm run operators -- add USERNAME
  npm run operators -- remove USERNAME`

async function main() {
  const { words } = readCommandLine(usage)
  const [command = '', username = ''] = words
  if (words.length !== (command === 'list' ? 1 : 2) || !['list', 'add', 'remove'].includes(command))
    throw new StartError(usage)
  await onDatabase(async (db) => {
    if (command === 'list') {
      const operators = await listOperators(db)
      return console.log(
        operators.map(({ username: name, cached_display_name: shown }) => `${name}  (${shown})`).join('\n') ||
          'Nobody is an operator. Make somebody one: npm run operators -- add USERNAME',
      )
    }
    if (command === 'add') {
      if (!(await makeOperator(db, username))) throw new StartError(`No account has the username ${username}.`)
      return console.log(`${username} is an operator, and finds Platform in the user menu.`)
    }
    const outcome = await endOperator(db, { username })
    if (outcome === 'unknown') throw new StartError(`${username} is no operator.`)
    if (outcome === 'last') throw new StartError('Somebody has to be an operator. Make another account one first.')
    console.log(`${username} is no operator any more.`)
  })
}

await runCommand(main)
