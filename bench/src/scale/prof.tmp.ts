import { mkdirSync } from 'node:fs'
import { startProduct } from '@multiball/e2e/product'
import { databaseOf } from '../stage'
import { Endings, makeHall, portOf, startLoad } from './scaleStage'
const endings = new Endings()
mkdirSync('/tmp/scale-prof', { recursive: true })
const product = await startProduct({ LOG_LEVEL: 'error', WORKERS: process.env.W ?? '2' }, 'bench/src/scale/profMain.tmp.ts')
endings.add(() => product.stop())
const hall = await makeHall(databaseOf(product.dataFolder), 200, 400)
const load = await startLoad(endings)
const port = portOf(product)
await load.watch({ port, boards: hall.boards, viewers: 2000 })
const r = await load.post({ port, keys: hall.machines.map(({ key }) => key), perSecond: 5, milliseconds: 25000 })
console.log(r)
await endings.run()
