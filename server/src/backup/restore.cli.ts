import { StartError } from '../startError'
import { runOverFile } from './command'
import { figure } from './counted'
import { restoreBackup } from './restoreBackup'

const usage = `Puts a backup into the database, while no server runs:

  npm run restore -- FILE [--replace]

--replace gives up all that the database holds now, but for the tokens of devices: they go on sending.`

await runOverFile({
  usage,
  option: 'replace',
  makesDatabase: true,
  work: async ({ file, isForced, postgres, print, signal }) => {
    if (!postgres.isOwn) throw new StartError('Multiball is running on this DATA_DIR. Stop it first.')
    const { tables, moment, product_version } = await restoreBackup(postgres.url, file, { replace: isForced, print, signal })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Restored ${figure(rows)} rows of ${tables.length} tables, as of ${moment} (Multiball ${product_version}).`
  },
})
