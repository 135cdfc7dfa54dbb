import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, register } from 'prom-client'
import { StartError } from '../startError'

export interface Metrics {
  port: number
  close(): Promise<void>
}

/** Serves GET /metrics in Prometheus' format on a port of its own. Areas add theirs to prom-client's own registry. */
export async function startMetrics(port: number, host: string): Promise<Metrics> {
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics()
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': register.contentType }).end(await register.metrics())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new StartError(`Port ${port} of ${host} is in use. Set METRICS_PORT to a free one.`) : error
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
