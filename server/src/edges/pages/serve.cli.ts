import Fastify from 'fastify'
import { readConfig } from '../../ground/process/config'
import { pagesRoutes } from './pages.routes'

/* The pages of a deploy folder (DEPLOY_DIR) and nothing else: no API, no database. Prints where. PORT is free by default. */

const { deployFolder, pages } = readConfig(process.env)
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
await app.register(pagesRoutes({ deployFolder, config: pages }))
console.log(await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' }))

// Its parent no longer wants it.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.exit(), 500).unref()
process.once('SIGTERM', () => void app.close())
