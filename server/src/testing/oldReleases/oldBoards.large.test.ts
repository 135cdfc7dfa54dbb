import { restoreBackup } from '../../backup/restoreBackup'
import { useTestDatabase } from '..'
import { rounds } from './calls'
import { askNow, backupOfBoards, expectStill, recorded } from './oldBoards'

const database = useTestDatabase()

test('OPS-07 API-11 what boards, TVs and machines answered to an earlier release, they answer still, and after each change', async () => {
  await restoreBackup(database.url, backupOfBoards)
  expectStill(await askNow(database.db, rounds), recorded)
}, 120_000)
