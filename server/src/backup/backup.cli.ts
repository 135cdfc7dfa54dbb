import { stat } from 'node:fs/promises'
import { runOverFile } from './command'
import { figure } from './counted'
import { writeBackup } from './writeBackup'

const usage = `Writes all that the database holds at this moment into one file; a running server goes on:

  npm run backup -- FILE [--force]

--force writes over a file that is there. The file holds password hashes: keep it like a password.`

await runOverFile({
  usage,
  option: 'force',
  makesDatabase: false,
  work: async ({ file, isForced, open, print, signal }) => {
    const { url } = await open()
    const { tables } = await writeBackup(url, file, { force: isForced, print, signal })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `${file} holds ${figure(rows)} rows of ${tables.length} tables (${figure(Math.ceil((await stat(file)).size / 1024))} KiB).`
  },
})
