import cluster from 'node:cluster'
import { Session } from 'node:inspector'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const s = new Session(); s.connect(); 
s.post('Profiler.enable')
setTimeout(() => { s.post('Profiler.start'); setTimeout(() => s.post('Profiler.stop', (e, r) => writeFileSync(`/tmp/scale-prof/${process.pid}.cpuprofile`, JSON.stringify(r.profile))), Number(process.env.PROF_MS ?? 8000)) }, Number(process.env.PROF_AFTER ?? 20000))
if (cluster.isPrimary) { const setUp = cluster.setupPrimary.bind(cluster); cluster.setupPrimary = (x) => setUp({ ...x, exec: fileURLToPath(import.meta.url) }) }
await import('../../../server/src/main')
